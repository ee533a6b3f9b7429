import {expect} from 'chai'

import {noSuchFile, type ReadFile} from '../../src/configuration/file-error.js'
import {lint} from '../../src/lint/lint-all.js'
import {SourceFile} from '../../src/source/source-file.js'
import {admissionConfiguration, embedded, eventRateLimit, fileReader, resourceQuota} from '../helpers/configuration.js'
import {shown, shownIn} from '../helpers/lint-text.js'

const byPath = (path: string): string => admissionConfiguration(`- name: EventRateLimit\n  path: ${path}\n`)

const noBurst = eventRateLimit('- {type: User, qps: 1}\n')

/** Findings in files by path, in their order. */
function found(files: Record<string, string>, readFile: ReadFile = noSuchFile): string[] {
  const sources = Object.entries(files).map(([path, text]) => new SourceFile(path, text))
  return lint(sources, {readFile}).diagnostics.map((diagnostic) => `${diagnostic.file.path} ${shown(diagnostic)}`)
}

describe('linting an AdmissionConfiguration', () => {
  it('checks the configuration and embedded configurations', () => {
    const text = `${admissionConfiguration(embedded('EventRateLimit', noBurst))}extra: 1\n`
    expect(shownIn(text)).to.deep.equal(['9:7 {type: User, qps: 1} | event-rate-limit/burst', '10:1 extra | admission-configuration/unknown-field'])
  })

  it('reads the referenced files', () => {
    const asked: string[] = []
    const readFile: ReadFile = (path) => {
      asked.push(path.replaceAll('\\', '/'))
      return new SourceFile(path, noBurst)
    }
    expect(found({'conf/a.yaml': byPath('sub/../e.yaml')}, readFile).map((line) => line.replaceAll('\\', '/')))
      .to.deep.equal(['conf/e.yaml 4:3 {type: User, qps: 1} | event-rate-limit/burst'])
    expect(asked).to.deep.equal(['conf/e.yaml'])
  })

  it('reports files that cannot be read', () => {
    expect(found({'a.yaml': byPath('e.yaml')})).to.deep.equal(['a.yaml 5:9 e.yaml | admission-configuration/path'])
    const [problem] = lint([new SourceFile('a.yaml', byPath('e'))], {readFile: () => ({operation: 'read', errorNumber: 21})}).diagnostics
    expect(problem?.message).to.equal('Couldn\'t open admission plugin configuration e: &fs.PathError{Op:"read", Path:"e", Err:0x15}')
  })

  it('uses files that are linted anyway, and reports their findings once', () => {
    const asked: string[] = []
    const readFile: ReadFile = (path) => {
      asked.push(path)
      return noSuchFile(path)
    }
    for (const name of ['e.yaml', './e.yaml', 'x/../e.yaml']) {
      expect(found({'a.yaml': byPath('e.yaml'), [name]: noBurst}, readFile), name).to.deep.equal([`${name} 4:3 {type: User, qps: 1} | event-rate-limit/burst`])
    }
    expect(asked).to.deep.equal([])
  })

  it('requires that a file configures the plugin that references it', () => {
    const quota = resourceQuota('- {resource: pods}\n')
    expect(found({'a.yaml': byPath('q.yaml')}, fileReader({'q.yaml': quota}))).to.deep.equal([
      'q.yaml 2:7 ResourceQuotaConfiguration | admission-configuration/kind',
    ])
  })

  it('ignores documents after the first one', () => {
    expect(shownIn(`${admissionConfiguration('  []\n')}---\n${noBurst}---\napiVersion: v1\nkind: Foo\n`)).to.deep.equal([])
  })

  it('checks other manifests as usual', () => {
    expect(found({'a.yaml': admissionConfiguration('  []\n'), 'b.yaml': 'apiVersion: v1\nkind: Foo\nmetadata: {name: a}\n'})).to.deep.equal([
      'b.yaml 2:7 Foo | manifest/unknown-kind',
    ])
  })

  it('counts it as an object', () => {
    expect(lint([new SourceFile('a.yaml', admissionConfiguration('  []\n'))])).to.include({files: 1, objects: 1})
  })

  it('leaves syntax errors to the manifest reader', () => {
    expect(shownIn('apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins: [\n')).to.deep.equal(['3:10 [ | yaml/syntax'])
  })
})

describe('linting a plugin configuration', () => {
  it('does not require an AdmissionConfiguration', () => {
    expect(shownIn(noBurst)).to.deep.equal(['4:3 {type: User, qps: 1} | event-rate-limit/burst'])
    expect(shownIn(resourceQuota('- {}\n'))).to.deep.equal(['4:3 {} | resource-quota/limited-resource'])
  })

  it('recognizes its group and kind in any version', () => {
    expect(shownIn('apiVersion: eventratelimit.admission.k8s.io/v1\nkind: Configuration\n')).to.deep.equal(['1:13 eventratelimit.admission.k8s.io/v1 | admission-configuration/kind'])
    expect(shownIn('apiVersion: apiserver.config.k8s.io/v2\nkind: ResourceQuotaConfiguration\n')).to.deep.equal(['1:13 apiserver.config.k8s.io/v2 | admission-configuration/kind'])
  })

  it('treats other kinds named Configuration as custom resources', () => {
    expect(shownIn('apiVersion: example.com/v1\nkind: Configuration\nmetadata: {name: a}\n')).to.deep.equal([])
  })

  it('reports findings for an apiVersion or kind that is not a string', () => {
    expect(shownIn('apiVersion: 1\nkind: Configuration\n').length).to.be.above(0)
    expect(shownIn('apiVersion: apiserver.config.k8s.io/v1\nkind: [AdmissionConfiguration]\n').length).to.be.above(0)
  })

  it('reports conflicting limits with both positions', () => {
    const limits = eventRateLimit('- {type: User, qps: 1, burst: 5}\n- {type: User, qps: 2, burst: 9}\n')
    const [diagnostic] = lint([new SourceFile('e.yaml', limits)]).diagnostics
    expect(diagnostic).to.include({severity: 'warning', field: 'limits[1].type', hint: 'keep one of them'})
    expect(diagnostic?.related.map(({file, span, message}) => [file.path, file.position(span.start).line, message])).to.deep.equal([
      ['e.yaml', 4, 'the first limit of type User is here'],
    ])
  })
})
