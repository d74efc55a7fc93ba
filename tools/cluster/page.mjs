// `/__cluster`: which node answered how many calls, which are up, and buttons that stop and start one. `?json` gives the
// same for programs.

const PATH = '/__cluster'

/** A function for the balancer: takes what is asked under the path, and says whether it was. */
export const answerClusterPage = (parts) => async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://balancer')
  if (pathname !== PATH) return false
  if (request.method === 'POST') await change(parts, request, response, searchParams)
  else if (searchParams.has('json')) sendJson(response, 200, listNodes(parts))
  else sendPage(response, listNodes(parts))
  return true
}

const listNodes = ({ nodes, pidOf }) =>
  nodes.map(({ name, url, isReady, isOut, answered, retried }) => ({
    node: name,
    state: url === null ? 'down' : isReady && !isOut ? 'up' : 'draining',
    url,
    pid: pidOf(name) ?? null,
    answered,
    retried,
  }))

const change = async ({ nodes, pidOf, start, stop }, request, response, asked) => {
  request.resume()
  // A page elsewhere could send the form as well.
  const from = request.headers['sec-fetch-site'] ?? 'none'
  const [action, name] = [asked.get('do'), asked.get('node')]
  const isKnown = nodes.some((node) => node.name === name)
  if (!['none', 'same-origin'].includes(from) || !isKnown) return sendJson(response, 400, { refused: true })
  const isRunning = pidOf(name) !== undefined
  if (action === 'stop' && isRunning) await stop(name)
  else if (action === 'kill' && isRunning) await stop(name, 'SIGKILL')
  else if (action === 'start' && !isRunning) await start(name)
  response.writeHead(303, { location: PATH }).end()
}

const sendJson = (response, status, value) => {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(`${JSON.stringify(value)}\n`)
}

const button = (action, node) =>
  `<form method="post" action="${PATH}?do=${action}&amp;node=${node}"><button>${action}</button></form>`

const row = ({ node, state, url, pid, answered, retried }) =>
  `<tr><th>${node}</th><td>${state}</td><td>${url ?? ''}</td><td>${pid ?? ''}</td><td>${answered}</td><td>${retried}</td>
  <td>${state === 'down' ? button('start', node) : button('stop', node) + button('kill', node)}</td></tr>`

const sendPage = (response, nodes) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Nodes</title><style>body{font:16px system-ui;margin:2rem;color-scheme:light dark}td,th{padding:.3rem .8rem;text-align:left}
form{display:inline;margin-right:.4rem}</style><h1>Nodes</h1>
<table><tr><th>node</th><th>state</th><th>address</th><th>process</th><th>answered</th><th>sent elsewhere</th><th></th></tr>
${nodes.map(row).join('\n')}</table>
<p><a href="${PATH}">Look again</a> · every answer of a node has its name in the header <code>X-Node</code> ·
<code>stop</code> is SIGTERM, <code>kill</code> is SIGKILL</p></html>\n`)
}
