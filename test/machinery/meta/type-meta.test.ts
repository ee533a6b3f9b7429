import {expect} from 'chai'

import {type BodyField, interpret, type TypeMeta, type UnreadableType} from '../../../src/machinery/meta/type-meta.js'

const text = (name: string, value: string): BodyField => ({name, kind: 'string', text: value})

const other = (name: string, kind: string): BodyField => ({name, kind, text: ''})

const wrongType = (found: string, field: string): string => `couldn't get version/kind; json parse error: json: cannot unmarshal ${found} into Go struct field .${field} of type string`

describe('interpret', () => {
  const cases: Record<string, [fields: BodyField[], read: TypeMeta | UnreadableType]> = {
    'treats missing fields as empty': [[], {apiVersion: '', kind: ''}],
    'returns apiVersion and kind': [[text('kind', 'Pod'), text('apiVersion', 'v1'), text('kinds', 'x')], {apiVersion: 'v1', kind: 'Pod'}],
    'ignores the case of letters': [[text('APIVERSION', 'v1'), text('kInD', 'Pod')], {apiVersion: 'v1', kind: 'Pod'}],
    'matches every letter that Go treats as equal': [[text('\u212aind', 'Pod'), text('apiVer\u017fion', 'v1')], {apiVersion: 'v1', kind: 'Pod'}],
    'uses the last of several fields': [[text('kind', 'Pod'), text('Kind', 'Job')], {apiVersion: '', kind: 'Job'}],
    'uses an empty string if it comes last': [[text('kind', 'Pod'), text('Kind', '')], {apiVersion: '', kind: ''}],
    'ignores null': [[text('kind', 'Pod'), other('Kind', 'null')], {apiVersion: '', kind: 'Pod'}],
    'reports the first value that is not a string': [[other('Kind', 'number'), text('kind', 'Pod'), other('apiVersion', 'array')], {error: wrongType('number', 'kind'), name: 'Kind'}],
    'reports an invalid apiVersion': [[text('apiVersion', 'a/b/c')], {error: 'unexpected GroupVersion string: a/b/c', name: 'apiVersion'}],
  }

  for (const [title, [fields, read]] of Object.entries(cases)) it(title, () => expect(interpret(fields)).to.deep.equal(read))
})
