import type {JsonObject} from '../machinery/decode/encode.js'

/** The group and version of a kind or resource, as a review names them. */
export interface GroupVersion {
  readonly group?: string
  readonly version?: string
}

/** The part of `admission.k8s.io/v1` AdmissionRequest that kadm reads. */
export interface AdmissionRequest {
  readonly uid: string
  readonly kind: GroupVersion & {readonly kind: string}
  readonly resource?: GroupVersion & {readonly resource: string}
  readonly subResource?: string
  readonly name?: string
  readonly namespace?: string
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'
  readonly userInfo?: {
    readonly username?: string
    readonly uid?: string
    readonly groups?: readonly string[]
    readonly extra?: Readonly<Record<string, readonly string[]>>
  }
  readonly object?: JsonObject | null
  readonly oldObject?: JsonObject | null
  readonly dryRun?: boolean
}

/** The status of a denied request. */
export interface AdmissionStatus {
  readonly status: 'Failure'
  readonly code: number
  readonly reason: string
  readonly message: string
}

/** The answer of a webhook: `admission.k8s.io/v1` AdmissionResponse. */
export interface AdmissionResponse {
  readonly uid: string
  readonly allowed: boolean
  readonly status?: AdmissionStatus
  readonly warnings?: readonly string[]
  readonly patchType?: 'JSONPatch'
  /** A JSON patch in base64. */
  readonly patch?: string
}

/** The body that a webhook returns. */
export interface AdmissionReviewResponse {
  readonly apiVersion: 'admission.k8s.io/v1'
  readonly kind: 'AdmissionReview'
  readonly response: AdmissionResponse
}

/** A body is not a review that can be answered. A webhook returns the message with HTTP status 400. */
export class AdmissionReviewError extends Error {
  override readonly name = 'AdmissionReviewError'
}
