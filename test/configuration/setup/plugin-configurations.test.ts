import {expect} from 'chai'

import {readConfiguration} from '../../../src/configuration/read-configuration.js'
import {noSuchFile} from '../../../src/configuration/file-error.js'
import {started} from '../../../src/configuration/setup/plugin-configurations.js'
import {SetupError} from '../../../src/configuration/setup/setup-error.js'
import {SourceFile} from '../../../src/source/source-file.js'
import {eventRateLimit} from '../../helpers/configuration.js'

const limits = (count: number): unknown =>
  started(readConfiguration(new SourceFile('e.yaml', eventRateLimit('- {type: User, qps: 1, burst: 1}\n'.repeat(count))), {readFile: noSuchFile}), 'this configuration')

describe('started', () => {
  it('rejects a configuration with too many limits of events to simulate', () => {
    expect(limits(100)).to.have.nested.property('EventRateLimit.limits').with.length(100)
    expect(() => limits(2101)).to.throw(SetupError, 'this configuration has 2,101 limits of events, of which at most 100 can be simulated')
      .with.deep.property('ways', ['use a copy with fewer: "kadm lint" checks all of them'])
  })
})
