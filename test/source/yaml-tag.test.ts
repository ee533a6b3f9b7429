import {expect} from 'chai'
import type {JsonScalar} from '../../src/source/json-value.js'
import {resolveTagged, shortTag} from '../../src/source/yaml-tag.js'

describe('shortTag', () => {
  const table: [raw: string, tag: string][] = [
    ['!!int', '!!int'], ['!<tag:yaml.org,2002:int>', '!!int'], ['!foo', '!foo'], ['!', '!'], ['!<!foo>', '!foo'], ['!!i%6et', '!!int'], ['!a%', '!a%'], ['!a%ff', '!a%ff'],
  ]
  for (const [raw, tag] of table) it(`returns the short form of ${raw}`, () => expect(shortTag(raw)).to.equal(tag))
})

describe('resolveTagged', () => {
  const table: [tag: string, text: string, value: JsonScalar | undefined][] = [
    ['!!str', '3', '3'], ['!!str', '~', '~'], ['!!str', '', ''],
    ['!!int', '0x10', 16], ['!!int', '9223372036854775807', 9223372036854775807n], ['!!int', '3.0', undefined], ['!!int', 'x', undefined], ['!!int', '2001-01-01', undefined],
    ['!!int', '.inf', undefined], ['!!int', '', undefined],
    ['!!float', '3', 3], ['!!float', '1.5', 1.5], ['!!float', '0b11', 3], ['!!float', '18446744073709551615', undefined], ['!!float', 'abc', undefined], ['!!float', '.inf', Infinity],
    ['!!float', '1e17', 100000000000000000n], ['!!float', 'yes', undefined],
    ['!!bool', 'yes', true], ['!!bool', 'off', false], ['!!bool', '1', undefined],
    ['!!null', '', null], ['!!null', '~', null], ['!!null', 'x', undefined],
    ['!!binary', 'aGVsbG8=', 'hello'], ['!!binary', 'aGVs\nbG8=', 'hello'], ['!!binary', '', ''], ['!!binary', '%%', undefined], ['!!binary', 'aGVsbG8', undefined],
    ['!!binary', '/w==', '\ufffd'], ['!!binary', '====', undefined], ['!!binary', 'YQ==YQ==', undefined],
    ['!!timestamp', '2001-01-01', '2001-01-01'], ['!!timestamp', '2001-1-2T3:4:5.6Z', '2001-1-2T3:4:5.6Z'], ['!!timestamp', '2001-12-14t21:59:43.10-05:00', '2001-12-14t21:59:43.10-05:00'],
    ['!!timestamp', '2001-12-14 21:59:43', '2001-12-14 21:59:43'], ['!!timestamp', '2000-02-29', '2000-02-29'], ['!!timestamp', '1900-02-29', undefined],
    ['!!timestamp', '2001-13-01', undefined], ['!!timestamp', '2001-02-30', undefined], ['!!timestamp', '2001-01-01T25:00:00Z', undefined], ['!!timestamp', '3', undefined],
    ['!foo', '3', '3'], ['!', 'yes', 'yes'], ['!!map', 'x', 'x'], ['!!merge', '<<', '<<'], ['!!python/object:x.Y', '1', '1'],
  ]
  for (const [tag, text, value] of table) {
    it(`${value === undefined ? 'rejects' : 'accepts'} ${tag} ${JSON.stringify(text)}`, () => expect(resolveTagged(tag, text)).to.equal(value))
  }
})
