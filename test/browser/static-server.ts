import {readdirSync, readFileSync} from 'node:fs'
import {createServer} from 'node:http'
import type {AddressInfo} from 'node:net'
import {extname, join} from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.txt': 'text/plain', '.svg': 'image/svg+xml', '.webp': 'image/webp', '.woff2': 'font/woff2',
}

/** A web server on this machine. */
export interface StaticServer {
  /** Its address, which ends with `/`. */
  readonly address: string
  readonly folder: string
  readonly close: () => void
}

/** Serves the files of a folder as any static web server does. */
export async function serveFolder(folder: string): Promise<StaticServer> {
  const names = new Set(readdirSync(folder, {recursive: true, encoding: 'utf8'}).map((name) => name.replaceAll('\\', '/')))
  const server = createServer(({url = ''}, response) => {
    const path = decodeURI(url.split('?')[0]?.slice(1) ?? '')
    const name = path === '' || path.endsWith('/') ? `${path}index.html` : path
    if (names.has(name)) response.writeHead(200, {'cache-control': 'max-age=3600', 'content-type': types[extname(name)] ?? 'application/octet-stream'}).end(readFileSync(join(folder, name)))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {folder, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close()}
}
