// Plays an agent to one plugin: drive.mjs FILE PLUGIN. With a third word every door of the
// agent is shut, and the plugin must not mind.
const [, , file, plugin, shut] = process.argv
const module = await import(file)

const throwing = new Proxy(function () {}, {
  get: (_, name) => {
    if (name === "then") return undefined
    throw new Error("shut")
  },
})

const session = (id, file, parent) => ({
  sessionManager: {
    getSessionId: () => id,
    getSessionFile: () => file,
    getHeader: () => ({ parentSession: parent }),
  },
  cwd: "/w",
  mode: "tui",
})

const heard = () => {
  const on = {}
  return [on, { on: (name, tell) => (on[name] = tell) }]
}

const agents = {
  "pi.js": () => {
    const [on, pi] = heard()
    module.default(pi)
    on.session_start({ reason: "startup" }, session("a", "/s/a.jsonl"))
    on.session_shutdown({ reason: "new" }, session("a", "/s/a.jsonl"))
    on.session_start({ reason: "startup" }, throwing)
  },
  "omp.js": () => {
    const [on, omp] = heard()
    module.default(omp)
    on.session_start({}, session("a", "/s/1_a.jsonl"))
    on.session_start({}, session("b", "/s/1_a/B.jsonl", "/s/1_a.jsonl"))
    on.session_switch({ reason: "fork" }, session("c", "/s/2_c.jsonl", "a"))
    on.session_start({}, throwing)
  },
  "opencode-tui.js": async () => {
    const rows = { a: { id: "a", directory: "/w" }, b: { id: "b", parentID: "a", directory: "/w" } }
    let dispose
    const api = {
      route: { current: { name: "home" } },
      state: { session: { get: (id) => rows[id] }, path: { directory: "/here" } },
      client: { session: { get: async ({ sessionID }) => ({ data: { id: sessionID, directory: "/late" } }) } },
      lifecycle: { onDispose: (end) => (dispose = end) },
    }
    await module.default.tui(api)
    const show = async (id) => {
      api.route.current = id ? { name: "session", params: { sessionID: id } } : { name: "home" }
      await new Promise((looked) => setTimeout(looked, 500))
    }
    await show("a")
    await show("b")
    await show()
    await show("c")
    dispose()
  },
  "opencode-run.js": async () => {
    const none = await module.Rejoin({ directory: "/w" })
    if (Object.keys(none).length) throw new Error("speaks beside a screen")
    process.argv.push("run")
    const plugin = await module.Rejoin({ directory: "/w" })
    const created = (info) => plugin.event({ event: { type: "session.created", properties: { info } } })
    await created({ id: "a" })
    await created({ id: "b", parentID: "a" })
    await plugin.event({ event: { type: "other" } })
    await plugin["chat.message"]({ sessionID: "a" })
    await plugin["chat.message"]({ sessionID: "b" })
  },
}

if (shut) {
  const start = module.default?.tui ?? module.default ?? (() => {})
  await start(throwing)
} else {
  await agents[plugin]()
}
