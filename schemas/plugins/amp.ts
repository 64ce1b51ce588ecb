// Tells rejoin which thread this terminal works on. Nothing waits for it, and it is silent
// whatever goes wrong. `rejoin uninstall` removes it.
import { spawn } from "node:child_process"

const RUN = ["{hook}", "{agent}"]

const send = (said: object) => {
  try {
    const hook = spawn(RUN[0], RUN.slice(1), { detached: true, stdio: ["pipe", "ignore", "ignore"] })
    hook.on("error", () => {})
    hook.stdin.on("error", () => {})
    hook.stdin.end(JSON.stringify(said))
    hook.unref()
  } catch {}
}

// A thread of a subagent has a parent.
const tell = async (event: string, thread: any) => {
  try {
    const parent = await thread.parentThreadID?.()
    send(parent ? { event, id: thread.id, parent, subagent: true } : { event, id: thread.id })
  } catch {}
}

export default function (amp: any) {
  try {
    amp.on("session.start", async (event: any) => {
      tell("session.start", event?.thread)
    })
    amp.on("agent.start", async (event: any) => {
      tell("agent.start", event?.thread)
      return {}
    })
  } catch {}
}
