"""A model server that obeys: the prompt itself says what the model is to answer.

    please say WORD                  answers "answered WORD"
    please run WORD COMMAND...       calls the shell tool with COMMAND, then answers "answered WORD"
    please delegate WORD PROMPT...   calls the subagent tool with PROMPT, then answers "answered WORD"
    anything else                    answers "answered nothing"

A driver can therefore wait for "answered WORD" on a screen: the agent has the whole turn behind it. Speaks the
Anthropic Messages, the OpenAI Responses and the OpenAI Chat dialect on one loopback port. It must never need the
network, and never keep a secret: keys that agents send are not recorded.
"""
import gzip
import itertools
import json
import re
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from .waiting import Late, until

ORDER = re.compile(r"^\W*please (say|run|delegate) ([A-Za-z0-9_-]+)[ \t]*(.*)$", re.M)
SHELL_TOOLS = ("Bash", "bash", "exec_command", "shell_command", "shell", "run_shell_command", "execute")
SUBAGENT_TOOLS = ("Agent", "Task", "spawn_agent")
BODY_BYTES_MAX = 64 << 20      # an agent's longest conversation here is far below this

serial = itertools.count(1)


@dataclass
class Turn:
    """What one request asks for: the last order, whether its tool already answered, and the tools on offer."""
    verb: str = "say"
    word: str = "nothing"
    rest: str = ""
    tool_done: bool = False

    def hear(self, text):
        """Takes the last order out of a user's text, if it holds one."""
        for verb, word, rest in ORDER.findall(text):
            self.verb, self.word, self.rest, self.tool_done = verb, word, rest.strip(), False

    def tool(self, offered):
        """The name of the tool to call now, or None where the answer is text."""
        wanted = {"run": SHELL_TOOLS, "delegate": SUBAGENT_TOOLS}.get(self.verb, ())
        return None if self.tool_done else next((name for name in wanted if name in offered), None)

    def text(self):
        return f"answered {self.word}"


def texts_of(content):
    """The text parts of a message's content, which is a string or a list of typed parts."""
    if isinstance(content, str):
        return [content]
    return [part.get("text", "") for part in content or [] if part.get("type") in ("text", "input_text")]


class Messages:
    """POST /v1/messages: the Anthropic dialect."""

    @staticmethod
    def read(body):
        turn = Turn()
        for message in body.get("messages") or []:
            if message.get("role") != "user":
                continue
            content = message.get("content")
            if isinstance(content, list) and any(part.get("type") == "tool_result" for part in content):
                turn.tool_done = True
            for text in texts_of(content):
                turn.hear(text)
        return turn, [tool.get("name") for tool in body.get("tools") or []]

    @staticmethod
    def arguments(name, turn):
        if name in SUBAGENT_TOOLS:
            return {"description": "delegated work", "prompt": turn.rest, "subagent_type": "general-purpose"}
        return {"command": turn.rest, "description": "the command asked for"}

    @classmethod
    def write(cls, body, turn, offered):
        number = next(serial)
        name = turn.tool(offered)
        if name:
            block, delta = {"type": "tool_use", "id": f"toolu_{number:08}", "name": name, "input": {}}, \
                {"type": "input_json_delta", "partial_json": json.dumps(cls.arguments(name, turn))}
        else:
            block, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": turn.text()}
        stop = {"stop_reason": "tool_use" if name else "end_turn", "stop_sequence": None}
        message = {"id": f"msg_{number:08}", "type": "message", "role": "assistant", "model": body.get("model"),
                   "content": [], "stop_reason": None, "stop_sequence": None,
                   "usage": {"input_tokens": 9, "output_tokens": 3}}
        if not body.get("stream"):
            whole = dict(block, input=cls.arguments(name, turn)) if name else dict(block, text=turn.text())
            return dict(message, content=[whole], **stop)
        return [named(event) for event in (
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": block},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": stop, "usage": {"output_tokens": 3}},
            {"type": "message_stop"})]


class Responses:
    """POST /v1/responses: the OpenAI Responses dialect. Tools may stand inside a namespace."""

    @staticmethod
    def read(body):
        turn = Turn()
        for item in body.get("input") or []:
            if item.get("type", "message") == "message" and item.get("role") == "user":
                for text in texts_of(item.get("content")):
                    turn.hear(text)
            elif str(item.get("type")).endswith("_call_output"):
                turn.tool_done = True
        offered = {}
        for tool in body.get("tools") or []:
            for inner in tool.get("tools") or [tool]:
                offered[inner.get("name") or inner.get("type")] = (inner, tool if inner is not tool else None)
        return turn, offered

    @staticmethod
    def call(turn, offered, number):
        """The output item that calls a tool, or None."""
        name = turn.tool(offered)
        item = {"id": f"fc_{number:08}", "call_id": f"call_{number:08}", "status": "completed", "name": name}
        if not name and turn.verb == "run" and not turn.tool_done and "exec" in offered:
            command = json.dumps({"cmd": turn.rest})     # the tool runs a script that may call other tools
            return dict(item, type="custom_tool_call", name="exec",
                        input=f"text(JSON.stringify(await tools.exec_command({command})))")
        if not name:
            return None
        tool, space = offered[name]
        known = (tool.get("parameters") or {}).get("properties") or {}
        given = {"cmd": turn.rest, "command": turn.rest, "message": turn.rest, "task_name": "delegated_work"}
        if name == "shell":
            given["command"] = ["bash", "-c", turn.rest]
        item = dict(item, type="function_call",
                    arguments=json.dumps({key: value for key, value in given.items() if key in known}))
        return dict(item, namespace=space["name"]) if space else item

    @classmethod
    def write(cls, body, turn, offered):
        number = next(serial)
        text = {"type": "output_text", "annotations": [], "text": turn.text()}
        item = cls.call(turn, offered, number) or {
            "type": "message", "id": f"msg_{number:08}", "role": "assistant", "status": "completed",
            "content": [text]}
        response = {"id": f"resp_{number:08}", "object": "response", "created_at": 0, "model": body.get("model"),
                    "status": "in_progress", "output": []}
        done = dict(response, status="completed", output=[item], usage={
            "input_tokens": 9, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 3,
            "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 12})
        if not body.get("stream"):
            return done
        events = [{"type": "response.created", "response": response}]
        if item["type"] == "message":
            events += [{"type": "response.output_item.added", "output_index": 0, "item": dict(item, content=[])},
                       {"type": "response.output_text.delta", "item_id": item["id"], "output_index": 0,
                        "content_index": 0, "delta": turn.text()}]
        events += [{"type": "response.output_item.done", "output_index": 0, "item": item},
                   {"type": "response.completed", "response": done}]
        return [named(event) for event in events]


class Chat:
    """POST /v1/chat/completions: the OpenAI Chat dialect."""

    @staticmethod
    def read(body):
        turn = Turn()
        for message in body.get("messages") or []:
            if message.get("role") == "tool":
                turn.tool_done = True
            elif message.get("role") == "user":
                for text in texts_of(message.get("content")):
                    turn.hear(text)
        return turn, [(tool.get("function") or {}).get("name") for tool in body.get("tools") or []]

    @staticmethod
    def write(body, turn, offered):
        number = next(serial)
        name = turn.tool(offered)
        message = {"role": "assistant", "content": None if name else turn.text()}
        if name:
            arguments = json.dumps({"command": turn.rest, "prompt": turn.rest, "description": "as asked"})
            message["tool_calls"] = [{"index": 0, "id": f"call_{number:08}", "type": "function",
                                      "function": {"name": name, "arguments": arguments}}]
        finish = "tool_calls" if name else "stop"
        base = {"id": f"chatcmpl-{number:08}", "created": 0, "model": body.get("model")}
        usage = {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}
        if not body.get("stream"):
            return dict(base, object="chat.completion", usage=usage,
                        choices=[{"index": 0, "message": message, "finish_reason": finish}])
        chunk = dict(base, object="chat.completion.chunk")
        return [(None, json.dumps(part)) for part in (
            dict(chunk, choices=[{"index": 0, "delta": message, "finish_reason": None}]),
            dict(chunk, choices=[{"index": 0, "delta": {}, "finish_reason": finish}]),
            dict(chunk, choices=[], usage=usage))] + [(None, "[DONE]")]


DIALECTS = {"/messages": Messages, "/responses": Responses, "/chat/completions": Chat}


def named(event):
    """A server-sent event whose name is the type that stands in it."""
    return event["type"], json.dumps(event)


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

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
