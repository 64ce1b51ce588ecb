// Tells rejoin which conversation a run without a screen works on. Nothing waits for it, and
// it is silent whatever goes wrong. `rejoin uninstall` removes it.
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

export const Rejoin = async ({ directory }) => {
  // Beside a screen, its own plugin says what is shown; a server has another pane's variables.
  if (!process.argv.includes("run")) return {}
  const parents = new Map()
  return {
    event: async ({ event }) => {
      const session = event.properties?.info
      if (event.type === "session.created" && session?.id) parents.set(session.id, session.parentID)
    },
    "chat.message": async ({ sessionID }) => {
      const parent = parents.get(sessionID)
      const said = { event: "run.message", id: sessionID, cwd: directory }
      send(parent ? { ...said, parent, subagent: true } : said)
    },
  }
}
