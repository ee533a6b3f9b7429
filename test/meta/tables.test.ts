import {expect} from 'chai'
import {readFileSync} from 'node:fs'

import {databaseRelease} from '../../src/machinery/go/time-zone-table.js'
import {differencesBetween} from '../../tools/tables/differences.js'
import {hasGo} from '../../tools/tables/go.js'
import type {Tables} from '../../tools/tables/tables.js'
import {timeZonesFile, timeZoneTable} from '../../tools/tables/time-zones.js'

const pod = (fields: object, kind = 'Pod'): Tables => ({
  fields: {kinds: {[`v1/${kind}`]: `core/v1.${kind}`}, types: {[`core/v1.${kind}`]: {kind: 'string', ...fields}}},
  internal: {PodSpec: [['Name', 'name', '']]},
  patch: {kinds: {}, types: {}},
  printed: {},
  required: {packages: {}, definitions: {}, required: {'core/v1.Pod': ['kind']}},
  resources: [{apiVersion: 'v1', kind}],
})

const none = {fields: {kinds: {}, types: {}}, internal: {}, printed: {}, required: {}, resources: {}}

describe('generated tables', () => {
  it('of time zones equal the output of the generator', function () {
    const skip = (reason: string): never => {
      process.stdout.write(`      ${reason}: the table of time zones is not compared with the one of Go\n`)
      return this.skip()
    }
    if (!hasGo()) skip('Go is missing')
    const table = timeZoneTable()
    if (!table.includes(`'${databaseRelease}'`)) skip(`Go has another release of the database than ${databaseRelease}`)
    expect(readFileSync(new URL(`../../${timeZonesFile}`, import.meta.url), 'utf8')).to.equal(table)
  })

  describe('differencesBetween', () => {
    it('returns nothing for equal tables', () => expect(differencesBetween(pod({}), pod({}))).to.deep.equal(none))

    it('returns changed fields, and null for removed ones', () => {
      expect(differencesBetween(pod({old: 'string', other: 'string'}), pod({fresh: 'string', other: 'bool'})).fields)
        .to.deep.equal({kinds: {}, types: {'core/v1.Pod': {fresh: 'string', old: null, other: 'bool'}}})
    })

    it('returns null for removed kinds and resources, and added ones completely', () => {
      const {fields, resources} = differencesBetween(pod({}), pod({}, 'Job'))
      expect(resources).to.deep.equal({'v1/Job': {apiVersion: 'v1', kind: 'Job'}, 'v1/Pod': null})
      expect(fields).to.deep.equal({
        kinds: {'v1/Job': 'core/v1.Job', 'v1/Pod': null},
        types: {'core/v1.Job': {kind: 'string'}, 'core/v1.Pod': null},
      })
    })
  })
})
