import {expect} from 'chai'

import {selected} from '../../src/cli/describe-command.js'
import {Cluster} from '../../src/cluster/cluster.js'
import {limitRange} from '../../src/kinds/limit-range/index.js'
import {namespaceNamed} from '../../src/kinds/namespace/index.js'
import {resourceQuota} from '../../src/kinds/resource-quota/index.js'
import {describeLimitRange, describeNamespace, describeObjects} from '../../src/report/describe.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

interface Case {
  readonly id: string
  readonly objects: readonly Record<string, unknown>[]
  readonly describe: {readonly kind: 'limitrange' | 'namespace', readonly name?: string | string[], readonly selector?: string}
  readonly stdout: string
  readonly stderr?: string
}

function output({objects, describe: {kind, name = [], selector}}: Case): {stdout: string, stderr: string} {
  const cluster = new Cluster()
  for (const object of objects) cluster.handle({operation: 'CREATE', object})
  if (kind === 'namespace') {
    const namespace = String(name)
    return {stdout: describeNamespace(namespaceNamed(namespace, cluster), cluster.list(resourceQuota, namespace), cluster.list(limitRange, namespace)), stderr: ''}
  }
  const names = [name].flat()
  const {namespace = 'l1'} = (objects[0]?.['metadata'] ?? {}) as {namespace?: string}
  const {text, missing} = describeObjects(selected(cluster.list(limitRange, namespace), selector, names), names, describeLimitRange)
  const notFound = missing.map((missed) => `Error from server (NotFound): limitranges "${missed}" not found\n`).join('')
  return {stdout: text, stderr: text === '' && missing.length === 0 ? 'No resources found in l1 namespace.\n' : notFound}
}

describe('recorded answers: describe-limits', () => {
  const cases = readVectors<Case>('describe-limits')

  it('contain all cases', () => expect(cases).to.have.length(40))

  for (const vector of cases.filter(isReplayed)) {
    it(vector.id, () => expect(output(vector)).to.deep.equal({stdout: vector.stdout, stderr: vector.stderr ?? ''}))
  }
})
