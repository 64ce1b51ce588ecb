// Tells rejoin which conversation this process holds. Nothing waits for it, and it is silent
// whatever goes wrong. `rejoin uninstall` removes it.
import { spawn } from "node:child_process"

const RUN = ["{hook}", "{agent}"]

const send = (said) => {
  try {
    const hook = spawn(RUN[0], RUN.slice(1), { detached: true, stdio: ["pipe", "ignore", "ignore"] })
    hook.on("error", () => {})
    hook.stdin.on("error", () => {})
    hook.stdin.end(JSON.stringify(said))
    hook.unref()
  } catch {}
}

export default function (omp) {
  const tell = (name) => {
    try {
      omp.on(name, (event, context) => {
        try {
          const session = context.sessionManager
          // A subagent runs in this process. Its header names its parent's file; that of a
          // fork names its parent's id.
          const parent = session.getHeader?.()?.parentSession
          const within = typeof parent === "string" && parent.endsWith(".jsonl")
          send({
            event: name,
            id: session.getSessionId(),
            file: session.getSessionFile(),
            cwd: context.cwd,
            source: event?.reason,
            mode: context.mode,
            parent: within ? parent.slice(0, -".jsonl".length).split("_").pop() : undefined,
            subagent: within || undefined,
          })
        } catch {}
      })
    } catch {}
  }
  tell("session_start")
  tell("session_switch")
  tell("session_shutdown")
}
