import {expect} from 'chai'

import {lintText} from '../helpers/lint-text.js'

/** The fields of all findings. */
const fieldsOf = (text: string): string[] => lintText(text).map(({field}) => field)

const item = (fields: string): string => `apiVersion: v1\nkind: LimitRange\nmetadata: {name: a}\nspec: {limits: [{${fields}}]}\n`

const pod = (spec: string): string => `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {${spec}}\n`

describe('findings that follow from others', () => {
  const cases: Readonly<Record<string, readonly [text: string, ...fields: string[]]>> = {
    'min above max, which defaults come from': [item('type: Container, min: {cpu: 2}, max: {cpu: 1}'), 'spec.limits[0].min[cpu]'],
    'a default above max, which the default request comes from': [item('type: Container, default: {cpu: 2}, max: {cpu: 1}'), 'spec.limits[0].default[cpu]'],
    'min above a default, which the default request comes from': [item('type: Container, default: {cpu: 1}, min: {cpu: 2}'), 'spec.limits[0].default[cpu]'],
    'a name that is copied to the defaults': [item('type: Container, max: {storage: 1}'), 'spec.limits[0].max[storage]'],
    'the same name in two items': [
      item('type: Container, max: {storage: 1}}, {type: Pod, max: {storage: 1}'), 'spec.limits[0].max[storage]', 'spec.limits[1].max[storage]',
    ],
    'two resources of one item': [
      item('type: Container, min: {cpu: 2, memory: 2}, max: {cpu: 1, memory: 1}'), 'spec.limits[0].min[cpu]', 'spec.limits[0].min[memory]',
    ],
    'what is written is told, however it is wrong': [
      item('type: Container, max: {cpu: 1}, defaultRequest: {cpu: 2}'), 'spec.limits[0].defaultRequest[cpu]', 'spec.limits[0].defaultRequest[cpu]',
    ],
    'a limit that is copied to the request': [
      pod('containers: [{name: a, image: b, resources: {limits: {cpu: -1}}}]'), 'spec.containers[0].resources.limits[cpu]',
    ],
    'a request of another container is told': [
      pod('containers: [{name: a, image: b, resources: {limits: {cpu: -1}}}, {name: b, image: b, resources: {requests: {cpu: -1}}}]'),
      'spec.containers[0].resources.limits[cpu]', 'spec.containers[1].resources.requests[cpu]',
    ],
    'a generateName that no name can begin with': ['apiVersion: v1\nkind: LimitRange\nmetadata: {generateName: A_}\n', 'metadata.generateName'],
    'a misspelt field that is missed': [pod('container: [{name: a, image: b}]'), 'spec.container'],
    'a misspelt field around the one that is missed': [
      'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspecs: {containers: [{name: a, image: b}]}\n', 'specs',
    ],
    'a misspelt field of another container does not hide what is missed': [
      pod('containers: [{name: a, imag: b}, {name: b}]'), 'spec.containers[0].imag', 'spec.containers[1].image',
    ],
    'an unknown field that looks like nothing does not hide what is missed': [pod('foo: 1'), 'spec.containers', 'spec.foo'],
    'types that are wrong hide the rules, which cannot be checked then': [item('type: 5, min: {cpu: 2}, max: {cpu: 1}'), 'spec.limits[0].type'],
    'unknown fields do not hide the rules': [item('type: Pod, foo: 1, min: {cpu: 2}, max: {cpu: 1}'), 'spec.limits[0].foo', 'spec.limits[0].min[cpu]'],
  }
  for (const [title, [text, ...fields]] of Object.entries(cases)) {
    it(title, () => expect(fieldsOf(text)).to.deep.equal(fields))
  }
})
