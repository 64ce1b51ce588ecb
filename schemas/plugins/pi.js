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

export default function (pi) {
  const tell = (name) => {
    try {
      pi.on(name, (event, context) => {
        try {
          const session = context.sessionManager
          send({
            event: name,
            id: session.getSessionId(),
            file: session.getSessionFile(),
            cwd: context.cwd,
            source: event?.reason,
            mode: context.mode,
          })
        } catch {}
      })
    } catch {}
  }
  tell("session_start")
  tell("session_shutdown")
}
