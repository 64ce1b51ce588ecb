// Tells rejoin which conversation this terminal shows. Nothing waits for it, and it is
// silent whatever goes wrong. `rejoin uninstall` removes it.
import { spawn } from "node:child_process"

const RUN = ["{hook}", "{agent}"]

// No event says that another conversation is shown, so the route is looked at this often.
const LOOK_MS = 200

const send = (said) => {
  try {
    const hook = spawn(RUN[0], RUN.slice(1), { detached: true, stdio: ["pipe", "ignore", "ignore"] })
    hook.on("error", () => {})
    hook.stdin.on("error", () => {})
    hook.stdin.end(JSON.stringify(said))
    hook.unref()
  } catch {}
}

export default {
  id: "rejoin",
  tui: async (api) => {
    try {
      let last
      const look = () => {
        try {
          const { name, params } = api.route.current
          const id = name === "session" ? params?.sessionID : undefined
          if (id === last) return
          last = id
          if (!id) return
          const say = (session) => {
            // Somebody looks at a subagent: what the pane holds is its parent.
            const parent = session?.parentID
            send({ event: "session.shown", id: parent ?? id, cwd: session?.directory ?? api.state.path.directory })
          }
          const known = api.state.session.get(id)
          if (known) return say(known)
          api.client.session.get({ sessionID: id }).then((found) => say(found?.data), () => say())
        } catch {}
      }
      look()
      const timer = setInterval(look, LOOK_MS)
      timer.unref?.()
      api.lifecycle.onDispose(() => {
        clearInterval(timer)
        if (last) send({ event: "session.left", id: last })
      })
    } catch {}
  },
}
