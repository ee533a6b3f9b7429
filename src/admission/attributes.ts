import type {KubeObject} from '../kinds/kind.js'
import type {GroupName} from '../machinery/meta/status.js'

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE'

/** A request with its object in its current state, the input of admission (apiserver `admission.Attributes`). */
export interface Attributes<T extends KubeObject = KubeObject> {
  readonly operation: Operation
  /** The kind with its group, as `Pod` or `Deployment.apps`. */
  readonly kind: GroupName
  /** The resource with its group, as `pods` or `deployments.apps`. */
  readonly resource: GroupName
  /** `status` for example; empty for the object itself. */
  readonly subresource: string
  readonly namespace: string
  /** The name as rejections show it: of the request or the object, else the generateName, else `Unknown`. */
  readonly name: string
  /** The object to be stored; for a DELETE undefined. */
  readonly object: T | undefined
  /** The stored object, for UPDATE and DELETE. */
  readonly oldObject: T | undefined
  readonly user: string
  /** The groups of the user. */
  readonly groups?: readonly string[]
  readonly dryRun: boolean
}

/** True for requests for a resource of the core or the given group, without a subresource. */
export const isRequestFor = ({resource, subresource}: Attributes, name: string, group = ''): boolean =>
  resource.name === name && resource.group === group && subresource === ''
