import {Cluster} from '../../src/cluster/cluster.js'
import type {ClusterOptions} from '../../src/cluster/options.js'
import type {Request, Review} from '../../src/cluster/review.js'
import type {Body} from './builders.js'
import {deepFreeze} from './deep-freeze.js'

type Options = Omit<Request, 'operation' | 'object'>

/**
 * A cluster with requests in one namespace, which freezes its input. By default pods get no token of a service account, so that a test can update
 * them with what it created.
 */
export class TestCluster {
  readonly cluster: Cluster

  /** @param options the options of a new cluster, or a cluster */
  constructor(options: ClusterOptions | Cluster = {}, private readonly namespace = 'dev') {
    this.cluster = options instanceof Cluster ? options : new Cluster({disableAdmissionPlugins: ['ServiceAccount'], ...options})
  }

  create(object: Body, options: Options = {}): Review {
    return this.handle('CREATE', object, options)
  }

  update(object: Body, options: Options = {}): Review {
    return this.handle('UPDATE', object, options)
  }

  delete(object: Body, options: Options = {}): Review {
    return this.handle('DELETE', object, options)
  }

  /** The stored object that has the kind and name of a manifest. */
  stored({apiVersion, kind, metadata}: Body): Body | undefined {
    const {name = '', namespace = this.namespace} = metadata as {readonly name?: string, readonly namespace?: string}
    return this.cluster.get({apiVersion: String(apiVersion), kind: String(kind), namespace, name})
  }

  private handle(operation: Request['operation'], object: Body, options: Options): Review {
    return this.cluster.handle(deepFreeze({operation, namespace: this.namespace, object, ...options}))
  }
}

/** A cluster that holds these objects. */
export function given(...objects: Body[]): TestCluster {
  const cluster = new TestCluster()
  for (const object of objects) allowed(cluster.create(object))
  return cluster
}

/** The object of a review that allows the request. */
export function allowed({allowed: isAllowed, object = {}, status}: Review): Body {
  if (!isAllowed) throw new Error(`expected to be allowed, and got ${status.code} ${status.message}`)
  return object
}

/** A review in short: `201`, or `403 pods "p" is forbidden: …`. */
export const verdict = ({status: {code, message}}: Review): string => code < 300 ? String(code) : `${code} ${message}`

/** A field of an object, by its path without list positions' brackets: `spec.containers.0.resources`. */
export const at = (object: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], object)
