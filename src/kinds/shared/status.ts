import {merge} from '../../machinery/collections/immutable.js'
import type {KubeObject} from '../kind.js'

interface WithStatus extends KubeObject {
  readonly status?: object
}

/** Returns the object with this status, or without a status for undefined. */
export function withStatus<T extends WithStatus>(object: T, status: object | undefined): T {
  if (object.status === status) return object
  const {status: _given, ...rest} = object
  return (status === undefined ? rest : merge(rest, {status})) as T
}
