import {expect} from 'chai'

import {quota} from '../../helpers/builders.js'
import {replicaSet, replicationController, simulated, type SimulatedWorkload} from '../../helpers/workloads.js'

/** The version of the template that each pod is made from. */
const versions = ({pods}: SimulatedWorkload): unknown[] => pods.map(({metadata}) => metadata.annotations?.['version']).sort()

for (const [kind, make] of Object.entries({replicaSet, replicationController})) {
  describe(`${kind} with a changed template`, () => {
    it('keeps its pods and creates new ones from the new template', () => {
      const run = simulated(make('web', {replicas: 2}).at('1'))
      expect(versions(run.change(make('web', {replicas: 2}).at('2')))).to.deep.equal(['1', '1'])
      expect(versions(run.change(make('web', {replicas: 3}).at('2')))).to.deep.equal(['1', '1', '2'])
    })

    it('retries when the new template fits', () => {
      const run = simulated(quota({cpu: '1'}), make('web', {replicas: 1}).requesting({cpu: '2'}))
      expect(run.pods).to.have.length(0)
      expect(run.change(make('web', {replicas: 1}).requesting({cpu: '1'})).pods).to.have.length(1)
    })
  })
}
