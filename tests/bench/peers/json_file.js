// The plug-in shape: a JavaScript program for each event.
const fs = require('fs');

const said = JSON.parse(fs.readFileSync(0, 'utf8'));
const beside = `${process.argv[2]}/pane.${process.pid}`;
fs.writeFileSync(beside, JSON.stringify({ id: said.session_id, cwd: said.cwd }));
fs.renameSync(beside, `${process.argv[2]}/pane`);
