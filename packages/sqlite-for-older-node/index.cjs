// better-sqlite3 12, under a name of its own. This is no workspace: npm leaves a package out for its `engines` only where
// it is optional, and a workspace never is. Nor is 12 a plain dependency: where it cannot be compiled, npm would remove
// this folder.
const { version } = require('better-sqlite3/package.json')
// Where 12 is missing, Node would find the server's 13 further up, which crashes Node 20.
if (!version.startsWith('12.')) throw new Error(`better-sqlite3 12 is not installed, only ${version}`)

module.exports = require('better-sqlite3')
