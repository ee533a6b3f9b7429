import type {KubeObject} from '../kind.js'

/** The target of requests: a port of a service, or another resource. */
export interface IngressBackend {
  readonly service?: {
    readonly name?: string
    readonly port?: {readonly name?: string, readonly number?: number}
  }
  readonly resource?: {readonly apiGroup?: string, readonly kind?: string, readonly name?: string}
}

export interface HttpIngressPath {
  readonly path?: string
  readonly pathType?: string
  readonly backend?: IngressBackend
}

export interface IngressRule {
  readonly host?: string
  readonly http?: {readonly paths?: readonly HttpIngressPath[]}
}

export interface IngressTls {
  readonly hosts?: readonly string[]
  readonly secretName?: string
}

export interface IngressSpec {
  readonly ingressClassName?: string
  readonly defaultBackend?: IngressBackend
  readonly tls?: readonly IngressTls[]
  readonly rules?: readonly IngressRule[]
}

export interface Ingress extends KubeObject {
  readonly spec?: IngressSpec
  readonly status?: object
}
