import {expect} from 'chai'
import fc from 'fast-check'

import {StartUpError} from '../../src/admission/start-up-error.js'
import {noSuchFile} from '../../src/configuration/file-error.js'
import {type AdmissionConfiguration, readAdmissionConfiguration} from '../../src/configuration/read-configuration.js'
import {SourceFile} from '../../src/source/source-file.js'
import {admissionConfiguration, embedded, eventRateLimit, resourceQuota} from '../helpers/configuration.js'
import {within} from '../helpers/cpu-time.js'
import {runs} from '../helpers/runs.js'

const valid = [
  admissionConfiguration(embedded('EventRateLimit', eventRateLimit('- {type: User, qps: 1, burst: 2}\n'))),
  admissionConfiguration(`${embedded('ResourceQuota', resourceQuota('- resource: pods\n  matchScopes: [{scopeName: BestEffort, operator: Exists}]\n'))}- {name: x, path: y}\n`),
  '{"apiVersion": "apiserver.config.k8s.io/v1", "kind": "AdmissionConfiguration", "plugins": [{"name": "EventRateLimit", "configuration": {"kind": "Configuration"}}]}',
]

const piece = fc.constantFrom(
  ':', ' ', '\n', '\n  ', '\t', '- ', '[', ']', '{', '}', ', ', '"', "'", '\\', '#', '|\n', '&x ', '*x', '! ', '!!int ', '? ', '<<: ', '.inf', '~', '%', '@', '---\n', '...\n', '\ufeff',
  '\u0085', '\0', '\ud83d', '__proto__', 'constructor: ', 'plugins', 'kind: ', 'limits: ', '1e999', '99999999999999999999', 'null', '[[[[[[[[', '{{{{{{{{',
)

/** A configuration with some text removed and other text inserted. */
const mutant = fc.tuple(fc.constantFrom(...valid), fc.array(fc.tuple(fc.nat(), fc.nat(6), piece), {maxLength: 4}))
  .map(([text, edits]) => edits.reduce((edited, [at, length, insertion]) => {
    const start = at % (edited.length + 1)
    return edited.slice(0, start) + insertion + edited.slice(start + length)
  }, text))

function expectSound({error, problems, configurations}: AdmissionConfiguration, {text}: SourceFile): void {
  if (error !== undefined) expect(error).to.be.an.instanceOf(StartUpError)
  expect(problems.some(({severity}) => severity === 'error'), 'an error').to.equal(error !== undefined)
  if (error !== undefined) expect(configurations).to.deep.equal({})
  for (const {span: {start, end}, message} of problems) {
    expect(start).to.be.within(0, text.length)
    expect(end).to.be.within(start, text.length)
    expect(message).to.match(/\S/)
  }
}

function expectSoundReading(file: SourceFile): void {
  const inner: SourceFile[] = []
  const readings = [noSuchFile, (path: string) => {
    const copy = new SourceFile(path, file.text)
    inner.push(copy)
    return copy
  }].map((readFile) => readAdmissionConfiguration(file, {readFile, plugins: {enableAdmissionPlugins: ['EventRateLimit']}}))
  for (const reading of readings) expectSound(reading, file)
}

describe('readAdmissionConfiguration on arbitrary input @slow', () => {
  it('never throws on a damaged configuration, and has a message for each error', () => {
    fc.assert(fc.property(mutant, (text) => expectSoundReading(new SourceFile('f', text))), {numRuns: runs(1500)})
  })

  it('never throws on arbitrary text or bytes', () => {
    fc.assert(fc.property(fc.array(piece, {maxLength: 40}), (pieces) => expectSoundReading(new SourceFile('f', pieces.join('')))), {numRuns: runs(1500)})
    fc.assert(fc.property(fc.uint8Array({maxLength: 60}), (bytes) => expectSoundReading(SourceFile.decode('f', bytes))), {numRuns: runs(500)})
  })

  it('never throws on arbitrary JSON', () => {
    const field = fc.constantFrom('apiVersion', 'kind', 'plugins', 'name', 'path', 'configuration', 'limits', 'qps', '__proto__', 'constructor')
    const {tree: json} = fc.letrec((tie) => ({
      leaf: fc.oneof(fc.constantFrom('apiserver.config.k8s.io/v1', 'AdmissionConfiguration', 'EventRateLimit', 'Configuration'), fc.jsonValue()),
      tree: fc.oneof({depthSize: 'small'}, tie('leaf'), fc.array(tie('tree'), {maxLength: 3}), fc.dictionary(field, tie('tree'), {maxKeys: 5})),
    }))
    const outer = fc.record({apiVersion: fc.constant('apiserver.config.k8s.io/v1'), kind: fc.constant('AdmissionConfiguration'), plugins: json})
    fc.assert(fc.property(fc.oneof(json, outer), (value) => expectSoundReading(new SourceFile('f', JSON.stringify(value)))), {numRuns: runs(1000)})
  })

  it('does not change the prototype of objects', () => {
    const text = '{"apiVersion": "apiserver.config.k8s.io/v1", "kind": "AdmissionConfiguration", "plugins": [{"name": "__proto__", "configuration": {"__proto__": {"x": 1}}}], "__proto__": {"x": 1}}'
    expectSoundReading(new SourceFile('f', text))
    expect(({} as Record<string, unknown>)['x']).to.equal(undefined)
  })

  describe('on large input', () => {
    const fill = (head: string, unit: string, tail = ''): string => head + unit.repeat(Math.floor((2 ** 18 - head.length - tail.length) / unit.length)) + tail
    const bomb = Array.from({length: 9}, (_, i) => `a${i}: &a${i} [${i === 0 ? 'x' : Array(9).fill(`*a${i - 1}`).join(', ')}]\n`).join('')
    const merges = Array.from({length: 9}, (_, i) => `a${i}: &a${i} {${i === 0 ? 'x: 1' : `<<: [${Array(9).fill(`*a${i - 1}`).join(', ')}], y${i}: 1`}}\n`).join('')
    const json = '{"apiVersion": "apiserver.config.k8s.io/v1", "kind": "AdmissionConfiguration", "plugins": ['
    const limits = admissionConfiguration(embedded('EventRateLimit', eventRateLimit('')))
    const texts: Readonly<Record<string, string>> = {
      'aliases of aliases': bomb + admissionConfiguration('  - {name: EventRateLimit, configuration: *a8}\n'),
      'merges of merges': merges + admissionConfiguration('  - *a8\n'),
      'brackets': '['.repeat(50_000),
      'brackets in JSON': json + '['.repeat(50_000),
      'dashes': '- '.repeat(50_000),
      'indentation': Array.from({length: 1000}, (_, i) => `${' '.repeat(i)}a:\n`).join(''),
      'question marks': '? '.repeat(25_000),
      'numbers for entries': fill(json, '1,', '1]}'),
      'empty entries': fill(json, '{},', '{}]}'),
      'many limits': fill(limits, '    - {type: User, qps: 1, burst: 1}\n'),
      'many limits of the server and of namespaces': limits + '    - {type: Server, qps: 9, burst: 9}\n    - {type: Namespace, qps: 9, burst: 2}\n'.repeat(4500),
      'one key many times': fill(admissionConfiguration('- {'), 'name: x, ', '}\n'),
      'line breaks in quotes': fill(admissionConfiguration('- "'), '\n', '"\n'),
      'a quote that is never closed': fill(admissionConfiguration('- "'), 'x\n'),
      'document markers': fill('', '---\n'),
      'directives': fill('', '%TAG ! x\n'),
      'a long number': fill(`${limits}    - {qps: `, '9', '}\n'),
      'a file that is too large': '#'.repeat(2 ** 26),
    }

    for (const [name, text] of Object.entries(texts)) {
      it(`finishes quickly on ${name}`, within(3.5, () => {
        expectSoundReading(new SourceFile('f', text))
      }))
    }
  })
})
