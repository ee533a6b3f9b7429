import {expect} from 'chai'
import * as fc from 'fast-check'
import type {Cluster} from '../../src/cluster/cluster.js'
import {compareText} from '../../src/machinery/go/text.js'
import {Quantity} from '../../src/machinery/quantity/quantity.js'
import {quota} from '../helpers/builders.js'
import {requesting, usedIn} from '../helpers/quotas.js'
import {given} from '../helpers/test-cluster.js'

const amounts = ['64Mi', '64M', '0', '1Gi', '500k', '1500Ki']

/**
 * The sum of amounts one after the other, in the order of the names of their pods, as a server stores it: read again, since a sum in a
 * binary format that no suffix fits is written like a decimal one.
 */
const sumOf = (pods: ReadonlyMap<string, string>): string => String(Quantity.parse(String([...pods].sort(([a], [b]) => compareText(a, b))
  .reduce((sum, [, amount]) => sum.add(Quantity.parse(amount)), Quantity.zero))))

const send = (cluster: Cluster, operation: 'CREATE' | 'DELETE', name: string, memory = '1'): void =>
  void cluster.handle({operation, namespace: 'dev', object: requesting({memory}, name)})

describe('usage of many objects with amounts in different formats', () => {
  it('is their sum in the format of the first object by name, after deletions and forks', () => {
    const act = fc.record({what: fc.constantFrom('create', 'delete', 'delete', 'fork'), number: fc.nat(129), amount: fc.constantFrom(...amounts)})
    fc.assert(fc.property(fc.array(act, {minLength: 1, maxLength: 12}), fc.constantFrom(...amounts), (acts, usual) => {
      let {cluster} = given(quota({memory: '1Ti'}))
      const pods = new Map<string, string>()
      for (let i = 0; i < 120; i++) {
        const amount = i % 40 === 0 ? '64M' : usual
        pods.set(`p${i}`, amount)
        send(cluster, 'CREATE', `p${i}`, amount)
      }
      for (const {what, number, amount} of [...acts, {what: 'delete', number: 0, amount: ''}]) {
        if (what === 'fork') cluster = cluster.fork()
        else if (what === 'delete') {
          if (!pods.delete(`p${number}`)) continue
          send(cluster, 'DELETE', `p${number}`)
          expect(usedIn(cluster, 'dev')).to.deep.equal({memory: sumOf(pods)})
        } else if (!pods.has(`p${number}`)) {
          pods.set(`p${number}`, amount)
          send(cluster, 'CREATE', `p${number}`, amount)
        }
      }
    }), {numRuns: 15, examples: [[[{what: 'create', number: 120, amount: '500k'}], '1500Ki']]})
  })
})
