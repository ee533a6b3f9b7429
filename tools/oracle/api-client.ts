import {Agent, request} from 'node:https'

export type Json = Record<string, unknown>

/** A response of the API server: the status code, the decoded body, and the texts of its Warning headers. */
export interface Response {
  readonly code: number
  readonly body: Json
  readonly warnings: readonly string[]
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Sends requests to an API server on this machine. */
export class ApiClient {
  private readonly server: URL
  private readonly agent = new Agent({keepAlive: true, rejectUnauthorized: false})

  /** @throws Error for a server on another machine: recordings create and delete objects, and certificates are not verified */
  constructor(server: string, private readonly token: string) {
    this.server = new URL(server)
    if (!['127.0.0.1', 'localhost', '[::1]'].includes(this.server.hostname)) throw new Error(`${server} is on another machine: recordings create and delete objects there`)
  }

  /**
   * Sends a request. A PATCH is a JSON merge patch.
   *
   * @param path below the server, without a leading slash
   * @param user who sends it, by impersonation
   */
  call(method: Method, path: string, body?: unknown, user?: string): Promise<Response> {
    const headers = {
      'Accept': 'application/json', 'Authorization': `Bearer ${this.token}`,
      'Content-Type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
      ...user !== undefined && {'Impersonate-User': user},
    }
    return new Promise((resolve, reject) => {
      const sent = request(new URL(path, this.server), {method, headers, agent: this.agent, timeout: 60_000}, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const warnings = (response.headersDistinct['warning'] ?? []).map(warningText)
          resolve({code: response.statusCode ?? 0, body: text === '' ? {} : JSON.parse(text) as Json, warnings})
        })
      })
      sent.on('timeout', () => sent.destroy(new Error(`no answer to ${method} ${path} in a minute`)))
      sent.on('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }

  /** Closes the connections. */
  close(): void {
    this.agent.destroy()
  }
}

/** The text of a Warning header: `299 - "text"`. */
const warningText = (header: string): string => header.replace(/^\d+ \S+ "(.*)"$/s, '$1').replace(/\\(["\\])/g, '$1')
