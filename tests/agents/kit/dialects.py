"""The wire formats that agents speak to a model: each reads a request into a Turn and writes the answer.

`read` gives the turn and the tools on offer by name; `write` gives an object, or the events of a stream. Must never
decide what is answered: that is the turn's.
"""
import itertools
import json

from .order import Turn, texts_of

serial = itertools.count(1)


def named(event):
    """A server-sent event whose name is the type that stands in it."""
    return event["type"], json.dumps(event)


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
        return turn, {tool.get("name"): tool for tool in body.get("tools") or []}

    @classmethod
    def write(cls, body, turn, offered):
        number = next(serial)
        name = turn.tool(offered)
        arguments = turn.arguments(offered[name]) if name else None
        if name:
            block, delta = {"type": "tool_use", "id": f"toolu_{number:08}", "name": name, "input": {}}, \
                {"type": "input_json_delta", "partial_json": json.dumps(arguments)}
        else:
            block, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": turn.text()}
        stop = {"stop_reason": "tool_use" if name else "end_turn", "stop_sequence": None}
        message = {"id": f"msg_{number:08}", "type": "message", "role": "assistant", "model": body.get("model"),
                   "content": [], "stop_reason": None, "stop_sequence": None,
                   "usage": {"input_tokens": 9, "output_tokens": 3}}
        if not body.get("stream"):
            whole = dict(block, input=arguments) if name else dict(block, text=turn.text())
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
        item = dict(item, type="function_call", arguments=json.dumps(turn.arguments(tool)))
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
    """POST /v1/chat/completions: the OpenAI Chat dialect. What offers no tools is an agent's own errand, as a title."""

    @staticmethod
    def read(body):
        turn = Turn()
        for message in body.get("messages") or [] if body.get("tools") else []:
            if message.get("role") == "tool":
                turn.tool_done = True
            elif message.get("role") == "user":
                for text in texts_of(message.get("content")):
                    turn.hear(text)
        functions = [tool.get("function") or {} for tool in body.get("tools") or []]
        return turn, {function.get("name"): function for function in functions}

    @staticmethod
    def write(body, turn, offered):
        number = next(serial)
        name = turn.tool(offered)
        message = {"role": "assistant", "content": None if name else turn.text()}
        if name:
            arguments = json.dumps(turn.arguments(offered[name]))
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


class Gemini:
    """POST /v1beta/models/NAME:generateContent and :streamGenerateContent: the Gemini dialect."""

    @staticmethod
    def read(body):
        turn = Turn()
        functions = [function for tool in body.get("tools") or [] for function in tool.get("functionDeclarations") or []]
        for content in body.get("contents") or [] if functions else []:
            for part in content.get("parts") or [] if content.get("role") != "model" else []:
                turn.tool_done = turn.tool_done or "functionResponse" in part
                turn.hear(part.get("text", ""))
        return turn, {function.get("name"): function for function in functions}

    @staticmethod
    def write(body, turn, offered):
        name = turn.tool(offered)
        part = {"text": turn.text()}
        if name:
            part = {"functionCall": {"name": name, "args": turn.arguments(offered[name])}}
        return {"candidates": [{"index": 0, "finishReason": "STOP", "content": {"role": "model", "parts": [part]}}],
                "usageMetadata": {"promptTokenCount": 9, "candidatesTokenCount": 3, "totalTokenCount": 12}}


# The end of a request's path tells its dialect.
DIALECTS = {"/messages": Messages, "/responses": Responses, "/chat/completions": Chat, "enerateContent": Gemini}
