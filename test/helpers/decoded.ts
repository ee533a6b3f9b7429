import {decodeObject} from '../../src/cluster/codec.js'
import {lookUpKind} from '../../src/cluster/scheme.js'
import type {KubeObject} from '../../src/kinds/kind.js'
import type {Body} from './builders.js'
import {deepFreeze} from './deep-freeze.js'

/** Decodes a manifest without setting defaults, and freezes the object: the engine must not change it. */
export function decoded(body: Body): KubeObject {
  const info = lookUpKind(String(body['apiVersion']), String(body['kind']))
  if (info === undefined) throw new Error(`no kind ${String(body['kind'])}`)
  const {object, problems} = decodeObject(info, deepFreeze(body))
  if (problems.length > 0) throw new Error(problems.map(({message}) => message).join(', '))
  return deepFreeze(object)
}
