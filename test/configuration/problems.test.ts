import {expect} from 'chai'

import type {ConfigurationProblem} from '../../src/configuration/problem.js'
import {admissionConfiguration, embedded, eventRateLimit, readFiles, resourceQuota} from '../helpers/configuration.js'
import {placed} from '../helpers/lint-text.js'

/** A problem in full: `PLACE | severity rule | message -> hint`. */
function shown(problem: ConfigurationProblem): string {
  const {severity, ruleId, message, hint} = problem
  return `${placed(problem)} | ${severity} ${ruleId} | ${message}${hint === undefined ? '' : ` -> ${hint}`}`
}

/** Findings about an AdmissionConfiguration, without infos. */
const problemsOf = (text: string, files: Record<string, string> = {}): string[] =>
  readFiles({'config.yaml': text, ...files}).problems.filter(({severity}) => severity !== 'info').map(shown)

/** Findings about entries. */
const ofEntries = (entries: string): string[] => problemsOf(admissionConfiguration(entries))

const fine = eventRateLimit('- {type: User, qps: 1, burst: 2}\n')

/** Findings about a configuration of EventRateLimit in its own file; embedded in an AdmissionConfiguration it gets the same, deeper. */
const ofEvents = (text: string): string[] => problemsOf(admissionConfiguration('- {name: EventRateLimit, path: e.yaml}\n'), {'e.yaml': text})

describe('findings about an AdmissionConfiguration', () => {
  it('point at the field that causes them', () => {
    expect(ofEntries('- name: PodSecurity\n  Path: x\n  path: 5\n')).to.deep.equal([
      '5:3 Path | error admission-configuration/unknown-field | unknown field "plugins[0].Path" -> write "path"',
      '6:9 5 | error admission-configuration/wrong-type | json: cannot unmarshal number into Go struct field AdmissionPluginConfiguration.plugins.path of type string',
    ])
  })

  it('report another kind or version', () => {
    expect(problemsOf('apiVersion: v1\nkind: AdmissionConfiguration\n')).to.deep.equal([
      '1:13 v1 | error admission-configuration/kind | no kind "AdmissionConfiguration" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"'
        + ' -> write apiVersion: apiserver.config.k8s.io/v1 and kind: AdmissionConfiguration',
    ])
    expect(problemsOf('apiVersion: v1\nkind: Foo\n')[0]).to.match(/^2:7 Foo \| error admission-configuration\/kind \| no kind "Foo" is registered /)
  })

  it('do not quote the whole file', () => {
    expect(problemsOf('plugins:\n- a\n')).to.deep.equal([
      '1:1 plugins: | error admission-configuration/kind | Object \'Kind\' is missing -> write apiVersion: apiserver.config.k8s.io/v1 and kind: AdmissionConfiguration',
    ])
    expect(problemsOf('')[0]).to.match(/^1:1 {2}\| error admission-configuration\/kind \| Object 'Kind' is missing -> /)
  })

  it('report duplicate keys', () => {
    expect(ofEntries('- name: ImagePolicyWebhook\n  path: x\n  path: z\n')).to.deep.equal([
      '6:3 path | error admission-configuration/duplicate-field | key "path" already set in map',
    ])
    expect(problemsOf('{"apiVersion": "apiserver.config.k8s.io/v1", "kind": "AdmissionConfiguration",\n "plugins": [], "plugins": []}')).to.deep.equal([
      '2:17 "plugins" | error admission-configuration/duplicate-field | duplicate field "plugins"',
    ])
  })

  it('report syntax errors at their position', () => {
    expect(ofEntries('- name: a: b\n')[0]).to.match(/^4:\d+ .* \| error yaml\/syntax \| /)
  })

  it('warn about entries that the server ignores', () => {
    expect(ofEntries('- name: PodSecurity\n- name: eventratelimit\n- name: PodSecurity\n- {}\n- name: "PodSecurity "\n- name: Foo\n')).to.deep.equal([
      '5:9 eventratelimit | warning admission-configuration/unknown-plugin | there is no admission plugin "eventratelimit": the server ignores this entry'
        + ' -> write "EventRateLimit"',
      '6:9 PodSecurity | warning admission-configuration/duplicate-plugin | PodSecurity has an entry already: the server ignores this one',
      '7:3 {} | warning admission-configuration/unknown-plugin | the entry names no plugin: the server ignores it',
      '8:9 "PodSecurity " | warning admission-configuration/unknown-plugin | there is no admission plugin "PodSecurity ": the server ignores this entry'
        + ' -> write "PodSecurity"',
      '9:9 Foo | warning admission-configuration/unknown-plugin | there is no admission plugin "Foo": the server ignores this entry',
    ])
  })

  it('refer to the entry that the server uses', () => {
    const {problems} = readFiles({'config.yaml': admissionConfiguration('- name: PodSecurity\n- name: PodSecurity\n')})
    expect(problems.flatMap(({related}) => related).map((place) => [place.file.position(place.span.start).line, place.message])).to.deep.equal([[4, 'the entry that counts is here']])
  })

  it('warn about a path next to a configuration', () => {
    expect(ofEntries(`${embedded('EventRateLimit', fine)}  path: e.yaml\n`)).to.deep.equal([
      '10:9 e.yaml | warning admission-configuration/ignored-path | path is ignored beside configuration: the server never opens the file -> remove one of them',
    ])
  })

  it('report files that cannot be read', () => {
    expect(ofEntries('- name: EventRateLimit\n  path: e.yaml\n')).to.deep.equal([
      '5:9 e.yaml | error admission-configuration/path | Couldn\'t open admission plugin configuration e.yaml: &fs.PathError{Op:"open", Path:"e.yaml", Err:0x2}',
    ])
  })

  it('are limited in number @slow', () => {
    expect(ofEntries('- name: PodSecurity\n'.repeat(3000))).to.have.length(999)
    expect(ofEntries(embedded('EventRateLimit', eventRateLimit('- {}\n'.repeat(3000))))).to.have.length(1000)
    expect(ofEntries(`- {${Array.from({length: 3000}, (_, i) => `f${i}: 1, f${i}: 2`).join(', ')}}\n`).length).to.be.within(1000, 3000)
  })
})

describe('findings about the configuration of a plugin', () => {
  it('point at the field in a separate file', () => {
    expect(ofEvents(eventRateLimit('- {type: User, qps: 0, burst: 2}\n- {type: Server, qps: 1}\n'))).to.deep.equal([
      '4:21 0 | error event-rate-limit/qps | limits[0].qps: Invalid value: 0: must be positive',
      '5:3 {type: Server, qps: 1} | error event-rate-limit/burst | limits[1].burst: Invalid value: 0: must be positive',
    ])
  })

  it('point at the field in an embedded configuration', () => {
    expect(ofEntries(embedded('EventRateLimit', eventRateLimit('- {type: User, qps: 0, burst: 2}\n')))).to.deep.equal([
      '9:25 0 | error event-rate-limit/qps | limits[0].qps: Invalid value: 0: must be positive',
    ])
    const json = '{"apiVersion": "apiserver.config.k8s.io/v1", "kind": "AdmissionConfiguration", "plugins": [\n{"name": "ResourceQuota", "configuration":'
      + ' {"apiVersion": "apiserver.config.k8s.io/v1", "kind": "ResourceQuotaConfiguration",\n"limitedResources": [{"resource": "pods"}, {"resource": ""}]}}]}'
    expect(problemsOf(json)).to.deep.equal([
      '3:57 "" | error resource-quota/limited-resource | limitedResources[1].resource: Required value',
    ])
  })

  it('suggest the type for other spellings in the design document', () => {
    const hintFor = (type: string): string | undefined => ofEvents(eventRateLimit(`- {type: ${type}, qps: 1, burst: 1}\n`))[0]?.split(' -> ')[1]
    expect(['server', 'NAMESPACE', 'user', 'sourceAndObject', 'source+object', 'SourceObject', 'Sever', 'Node', '""'].map(hintFor)).to.deep.equal([
      'write "Server"', 'write "Namespace"', 'write "User"', 'write "SourceAndObject"', 'write "SourceAndObject"', 'write "SourceAndObject"', 'write "Server"',
      undefined, undefined,
    ])
  })

  it('suggest the intended integer', () => {
    const hintFor = (qps: string): string | undefined => ofEvents(eventRateLimit(`- {type: User, qps: ${qps}, burst: 1}\n`))[0]?.split(' -> ')[1]
    expect(['"50"', "'5'", '50m', '0.5', '[1]', '99999999999', 'yes'].map(hintFor)).to.deep.equal(['write 50', 'write 5', ...Array<undefined>(5)])
    const json = (qps: string): string | undefined =>
      ofEvents(`{"apiVersion": "eventratelimit.admission.k8s.io/v1alpha1", "kind": "Configuration", "limits": [{"qps": ${qps}}]}`)[0]?.split(' -> ')[1]
    expect(['5.0', '5.00', '5.5', '"5"'].map(json)).to.deep.equal(['write 5', 'write 5', undefined, 'write 5'])
  })

  it('warn about fields that a lenient decoder ignores', () => {
    expect(ofEvents('apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits:\n- {type: User, QPS: 5, qps: 1, burst: 2, qps: 3}\n')).to.deep.equal([
      '4:42 qps | warning admission-configuration/overridden-field | "qps" is set twice: the server silently takes the last one',
      '4:16 QPS | warning admission-configuration/ignored-field | unknown field "limits[0].QPS": the server ignores it -> write "qps"',
    ])
    expect(ofEvents('{"apiVersion": "eventratelimit.admission.k8s.io/v1alpha1", "kind": "Configuration", "limits": [{"type": "User", "qps": 1, "burst": 1,\n"burst": 2}]}')).to.deep.equal([
      '2:1 "burst" | warning admission-configuration/overridden-field | "limits[0].burst" is set twice: the server silently takes the last one',
    ])
  })

  it('report unknown fields as errors if the decoder is strict', () => {
    expect(ofEntries(embedded('ResourceQuota', resourceQuota('- {resource: pods, matchContain: [cpu]}\n')))).to.deep.equal([
      '9:24 matchContain | error admission-configuration/unknown-field | unknown field "limitedResources[0].matchContain" -> write "matchContains"',
    ])
  })

  it('suggest the expected apiVersion and kind', () => {
    expect(ofEntries(embedded('EventRateLimit', 'apiVersion: eventratelimit.admission.k8s.io/v1\nkind: Configuration\n'))).to.deep.equal([
      '6:17 eventratelimit.admission.k8s.io/v1 | error admission-configuration/kind | no kind "Configuration" is registered for version '
        + '"eventratelimit.admission.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"'
        + ' -> write apiVersion: eventratelimit.admission.k8s.io/v1alpha1 and kind: Configuration',
    ])
    expect(ofEntries('- name: EventRateLimit\n  configuration: {}\n')[0]).to.match(/^5:3 configuration \| error admission-configuration\/kind \| Object 'Kind' is missing -> /)
    expect(ofEntries('- name: EventRateLimit\n  configuration: |\n    kind: x\n')[0])
      .to.match(/^5:18 \| \| error admission-configuration\/kind \| couldn't get version\/kind; json parse error: json: cannot unmarshal string .* -> write the configuration itself, without \| or quotes$/)
  })

  it('include infos only if there are no other findings', () => {
    const infos = (limits: string): number => readFiles({'config.yaml': admissionConfiguration(embedded('EventRateLimit', eventRateLimit(limits)))})
      .problems.filter(({severity}) => severity === 'info').length
    expect([infos('- {type: User, qps: 1, burst: 2}\n'), infos('- {type: User, qps: 1, burst: 2, x: 1}\n'), infos('- {type: Server, qps: 1, burst: 2, cacheSize: 1}\n')])
      .to.deep.equal([1, 0, 0])
  })
})
