import type {Json} from './api-client.js'

/** A request of a case (test/conformance/vectors/README.md, "Requests in order"). */
export interface CaseRequest {
  readonly verb: 'create' | 'update' | 'delete' | 'bind' | 'status'
  readonly object: KubeJson
  readonly user?: string
  readonly subresource?: string
  readonly dryRun?: boolean
}

export interface KubeJson extends Json {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Metadata
}

interface Metadata extends Json {
  readonly name?: string
  readonly generateName?: string
}

/** Requests for one namespace, and with the answers a recording. */
export interface Case {
  readonly id: string
  readonly requests: readonly CaseRequest[]
  /** True to record stored objects whole, false to record what admission can change. */
  readonly whole?: boolean
  /** False for a server without the quota controller. */
  readonly controller?: boolean
}

export type Quotas = Readonly<Record<string, {readonly hard: unknown, readonly used: unknown}>>

export interface Recording extends Case {
  readonly responses: readonly RecordedAnswer[]
  /** The status of each quota of the namespace after the last request. */
  readonly quotas?: Quotas
}

export interface RecordedAnswer {
  readonly code: number
  readonly object?: Json
  readonly reason?: string
  readonly message?: string
  readonly warnings?: readonly string[]
  /** Other messages seen, where the server chooses at random which policy rejects. */
  readonly alternatives?: readonly string[]
  /** Other answers seen, where the server takes several LimitRanges in random order. */
  readonly otherwise?: readonly RecordedAnswer[]
}
