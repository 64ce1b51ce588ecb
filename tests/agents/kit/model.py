"""A model server that obeys: the prompt itself says what the model is to answer (`order.py`).

A driver can therefore wait for "answered WORD" on a screen: the agent has the whole turn behind it. Speaks every
dialect of `dialects.py` on one loopback port. It must never need the network, and never keep a secret: keys that
agents send are not recorded.
"""
import gzip
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from .dialects import DIALECTS
from .waiting import Late, until

BODY_BYTES_MAX = 64 << 20      # an agent's longest conversation here is far below this


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def body(self):
        """The request's JSON object; {} where there is none. Lengths and chunks are both in use."""
        if "chunked" in self.headers.get("transfer-encoding", "").lower():
            raw = b""
            while size := int(self.rfile.readline().split(b";")[0] or b"0", 16):
                raw += self.rfile.read(min(size, BODY_BYTES_MAX))
                self.rfile.readline()
            self.rfile.readline()
        else:
            raw = self.rfile.read(min(int(self.headers.get("content-length") or 0), BODY_BYTES_MAX))
        if self.headers.get("content-encoding") == "gzip":
            raw = gzip.decompress(raw)
        try:
            value = json.loads(raw or b"{}")
        except ValueError:
            return {}
        return value if isinstance(value, dict) else {}

    def reply(self, status, value):
        raw = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(raw)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(raw)

    def stream(self, events):
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for name, data in events:
            head = f"event: {name}\n" if name else ""
            self.wfile.write(f"{head}data: {data}\n\n".encode())
        self.close_connection = True

    def do_GET(self):
        listing = self.path.split("?")[0].endswith("/models")
        self.reply(200 if listing else 404, {"object": "list", "data": [], "models": []} if listing else {"error": {}})

    do_HEAD = do_GET

    def do_POST(self):
        body, path = self.body(), self.path.split("?")[0]
        if path.endswith(":countTokens"):
            return self.reply(200, {"totalTokens": 9})
        if path.endswith("/count_tokens"):
            return self.reply(200, {"input_tokens": 9})
        if path.endswith("/responses/compact"):
            return self.reply(200, {"id": "compact", "object": "response.compaction", "output": [
                {"type": "compaction", "encrypted_content": "c3VtbWFyeQ=="}]})
        dialect = next((found for end, found in DIALECTS.items() if path.endswith(end)), None)
        if not dialect:
            return self.reply(404, {"error": {"type": "not_found_error", "message": "no such dialect here"}})
        turn, offered = dialect.read(body)
        self.server.heard.append((path, turn.verb, turn.word, turn.tool_done))
        answer = dialect.write(body, turn, offered)
        if path.endswith(":streamGenerateContent"):      # one event is a whole stream there
            answer = [(None, json.dumps(answer))]
        return self.stream(answer) if isinstance(answer, list) else self.reply(200, answer)


class Model:
    """The running server; `url` is its root and `heard` lists (path, verb, word, tool done) of every request."""

    def __init__(self):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.heard = self.heard = []
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def hears(self, word, seconds):
        """Whether the order with this word has reached the model, or does so within `seconds`."""
        try:
            return until("heard", lambda: any(word == entry[2] for entry in list(self.heard)), seconds)
        except Late:
            return False

    def tool_answered(self, word):
        """Whether the order with this word came back with its tool's answer."""
        return any(word == heard and tool_done for _, _, heard, tool_done in list(self.heard))

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
