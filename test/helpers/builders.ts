// Builders of manifests as plain JSON data, for short tests.

export type Body = Readonly<Record<string, unknown>>

/** Amounts by resource name, as a manifest writes them. */
export type Amounts = Readonly<Record<string, string | number | bigint | null>>

export interface Resources {
  readonly requests?: Amounts
  readonly limits?: Amounts
  readonly claims?: readonly Body[]
}

/** A container of this name, with these resources. */
export const container = (name: string, resources?: Resources, fields: Body = {}): Body =>
  ({name, image: 'registry.example/app:1', ...resources && {resources}, ...fields})

/** A container named `app`, which most tests use. */
export const app = (resources?: Resources): Body => container('app', resources)

/** An init container that keeps running. */
export const sidecar = (name: string, resources?: Resources): Body => container(name, resources, {restartPolicy: 'Always'})

/** A manifest with methods that return changed copies: `pod('web').with(app({requests: {cpu: '1'}}))`. */
export class Manifest {
  readonly [field: string]: unknown

  constructor(fields: Body) {
    Object.assign(this, fields)
  }

  /** Replaces top-level fields. */
  having(fields: Body): this {
    return this.remade({...this, ...fields})
  }

  /** Adds metadata. */
  marked(metadata: Body): this {
    return this.having({metadata: {...this['metadata'] as Body, ...metadata}})
  }

  /** Adds fields to the spec. */
  asking(spec: Body): this {
    return this.having({spec: {...this['spec'] as Body, ...spec}})
  }

  labelled(labels: Body): this {
    return this.marked({labels})
  }

  annotated(annotations: Body): this {
    return this.marked({annotations})
  }

  private remade(fields: Body): this {
    return new (this.constructor as new (fields: Body) => this)(fields)
  }
}

export class PodManifest extends Manifest {
  /** Sets the containers. */
  with(...containers: Body[]): this {
    return this.asking({containers})
  }

  /** Sets the init containers. */
  after(...initContainers: Body[]): this {
    return this.asking({initContainers})
  }

  /** Sets the pod-level resources. */
  limitedTo(resources: Resources): this {
    return this.asking({resources})
  }
}

/** A pod with one container without resources. */
export const pod = (name = 'p'): PodManifest =>
  new PodManifest({apiVersion: 'v1', kind: 'Pod', metadata: {name}, spec: {containers: [app()]}})

/** A pod with generateName. */
export const podNamedAfter = (generateName: string): PodManifest => pod().having({metadata: {generateName}})

export interface Item {
  readonly type?: string
  readonly max?: Amounts
  readonly min?: Amounts
  readonly default?: Amounts
  readonly defaultRequest?: Amounts
  readonly maxLimitRequestRatio?: Amounts
}

export const limitRange = (name: string, ...limits: Item[]): Manifest =>
  new Manifest({apiVersion: 'v1', kind: 'LimitRange', metadata: {name}, spec: {limits}})

export const claim = (name: string, storage: string, spec: Body = {}): Manifest => new Manifest({
  apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: {name},
  spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage}}, ...spec},
})

export const quota = (hard: Amounts, spec: Body = {}): Manifest =>
  new Manifest({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'q'}, spec: {hard, ...spec}})

export const namespace = (name: string): Manifest => new Manifest({apiVersion: 'v1', kind: 'Namespace', metadata: {name}})

export const priorityClass = (name: string, value: number, fields: Body = {}): Manifest =>
  new Manifest({apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name}, value, ...fields})

export const storageClass = (name: string, fields: Body = {}): Manifest =>
  new Manifest({apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: {name}, provisioner: 'example.com/disk', ...fields})

export const runtimeClass = (name: string, fields: Body = {}): Manifest =>
  new Manifest({apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: {name}, handler: 'runc', ...fields})

export const service = (name: string, spec: Body = {}, fields: Body = {}): Manifest =>
  new Manifest({apiVersion: 'v1', kind: 'Service', metadata: {name}, spec: {ports: [{port: 80}], selector: {app: name}, ...spec}, ...fields})

export const secret = (name: string, fields: Body = {}): Manifest => new Manifest({apiVersion: 'v1', kind: 'Secret', metadata: {name}, ...fields})

export const serviceAccount = (name: string, fields: Body = {}): Manifest =>
  new Manifest({apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name}, ...fields})

export const configMap = (name: string, fields: Body = {}): Manifest =>
  new Manifest({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name}, ...fields})
