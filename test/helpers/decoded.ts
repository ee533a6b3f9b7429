import {decodeObject} from '../../src/cluster/codec.js'
import {lookUpKind} from '../../src/cluster/scheme.js'
import type {KubeObject} from '../../src/kinds/kind.js'
import type {Body} from './builders.js'
import {deepFreeze} from './deep-freeze.js'

/** A manifest as its kind sees it, without defaults; what the engine may not change is frozen. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the type of a manifest is known to those who wrote it
export function decoded<T extends KubeObject>(body: Body): T {
  const info = lookUpKind(String(body['apiVersion']), String(body['kind']))
  if (info === undefined) throw new Error(`no kind ${String(body['kind'])}`)
  const {object, problems} = decodeObject(info, deepFreeze(body))
  if (problems.length > 0) throw new Error(problems.map(({message}) => message).join(', '))
  return deepFreeze(object as T)
}
