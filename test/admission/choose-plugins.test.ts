import {expect} from 'chai'

import {choosePlugins, invalidConfiguration, type PluginConfigurations} from '../../src/admission/choose-plugins.js'
import {isPluginName, type PluginFlags, unmodelledPlugins} from '../../src/admission/plugin-flags.js'
import {compiledInPlugins} from '../../src/admission/plugin-names.js'
import type {PluginDefinition} from '../../src/admission/plugin.js'
import {admissionPlugins} from '../../src/admission/plugins/index.js'
import {StartUpError} from '../../src/admission/start-up-error.js'

const limits = {limits: [{type: 'Server', qps: 1, burst: 1}]}

const flagsOf = (enabled: readonly string[] | PluginFlags): PluginFlags => 'length' in enabled ? {enableAdmissionPlugins: enabled} : enabled

const chosen = (flags: readonly string[] | PluginFlags, configurations: PluginConfigurations = {}): string[] =>
  choosePlugins(admissionPlugins, flagsOf(flags), configurations).map(({definition}) => definition.name)

const always = admissionPlugins.filter(({enabledByDefault}) => enabledByDefault !== false).map(({name}) => name)

/** Error of the choice of plugins. */
function refusal(flags: readonly string[] | PluginFlags, configurations: PluginConfigurations = {}): string {
  try {
    choosePlugins(admissionPlugins, flagsOf(flags), configurations)
    return 'none'
  } catch (error) {
    expect(error).to.be.an.instanceOf(StartUpError)
    const {stage, plugin = '', message} = error as StartUpError
    return `${stage} ${plugin}: ${message}`
  }
}

describe('the plugins that take part', () => {
  it('are those that always do', () => {
    expect(chosen([])).to.deep.equal(always)
    expect(always).to.include.members(['NamespaceLifecycle', 'LimitRanger', 'ResourceQuota']).and.not.to.include('EventRateLimit')
  })

  it('are those that have a configuration, in their order', () => {
    const names = chosen([], {EventRateLimit: limits})
    expect(names).to.deep.equal(admissionPlugins.map(({name}) => name).filter((name) => always.includes(name) || name === 'EventRateLimit'))
  })

  it('get their configuration', () => {
    const plugins = choosePlugins(admissionPlugins, {}, {EventRateLimit: limits, Other: {}})
    expect(plugins.filter(({configuration}) => configuration !== undefined).map(({definition, configuration}) => [definition.name, configuration]))
      .to.deep.equal([['EventRateLimit', limits]])
  })

  it('are those that are named, which need what they need', () => {
    expect(chosen(['EventRateLimit'], {EventRateLimit: limits})).to.include('EventRateLimit')
    expect(refusal(['EventRateLimit'])).to.equal(
      'validate EventRateLimit: failed to apply admission: couldn\'t init admission plugin "EventRateLimit": limits: Invalid value: null: must not be empty',
    )
  })

  it('are not more for plugins that kadm does not have', () => {
    expect(chosen(['PodSecurity', 'AlwaysPullImages'])).to.deep.equal(always)
  })

  it('are none that nobody knows', () => {
    expect(refusal(['LimitRanger', 'limitranger', 'x'])).to.equal('plugin : [enable-admission-plugins plugin "limitranger" is unknown, enable-admission-plugins plugin "x" is unknown]')
    expect(refusal(['constructor'])).to.equal('plugin : enable-admission-plugins plugin "constructor" is unknown')
  })

  it('are not those that are disabled, whether they have a configuration or not', () => {
    expect(chosen({disableAdmissionPlugins: ['LimitRanger', 'ResourceQuota', 'PodSecurity']})).to.deep.equal(always.filter((name) => !['LimitRanger', 'ResourceQuota'].includes(name)))
    expect(chosen({disableAdmissionPlugins: ['EventRateLimit']}, {EventRateLimit: limits})).to.deep.equal(always)
    expect(chosen({disableAdmissionPlugins: ['EventRateLimit']}, {EventRateLimit: {limits: []}})).to.deep.equal(always)
  })

  it('are those of --admission-control and no others, in their own order', () => {
    expect(chosen({admissionControl: ['ResourceQuota', 'LimitRanger', 'PodSecurity']})).to.deep.equal(['LimitRanger', 'ResourceQuota'])
    expect(chosen({admissionControl: []}, {EventRateLimit: limits})).to.deep.equal([])
    expect(chosen({admissionControl: ['PodQos', 'EventRateLimit']}, {EventRateLimit: limits})).to.deep.equal(['EventRateLimit', 'PodQos'])
  })

  // The texts after "command failed" of kube-apiserver 1.36.3, with PodQos as a name that it does not know either.
  for (const [what, flags, message] of [
    ['one unknown name', {enableAdmissionPlugins: ['Foo']}, 'enable-admission-plugins plugin "Foo" is unknown'],
    [
      'unknown names in both lists and an overlap', {enableAdmissionPlugins: ['Foo', 'LimitRanger'], disableAdmissionPlugins: ['Bar', 'LimitRanger']},
      '[enable-admission-plugins plugin "Foo" is unknown, disable-admission-plugins plugin "Bar" is unknown, [LimitRanger] in enable-admission-plugins and disable-admission-plugins overlapped]',
    ],
    ['a name twice', {enableAdmissionPlugins: ['Foo', 'Foo', 'Bar']}, '[enable-admission-plugins plugin "Foo" is unknown, enable-admission-plugins plugin "Bar" is unknown]'],
    [
      '--admission-control beside another flag', {admissionControl: ['LimitRanger'], enableAdmissionPlugins: ['Foo']},
      '[admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive, enable-admission-plugins plugin "Foo" is unknown]',
    ],
    ['an unknown name in --admission-control', {admissionControl: ['Foo']}, 'admission-control plugin "Foo" is unknown'],
    ['empty flags beside each other', {admissionControl: [], disableAdmissionPlugins: []}, 'admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive'],
    ['a name with a blank', {enableAdmissionPlugins: ['NodeRestriction', ' EventRateLimit']}, 'enable-admission-plugins plugin " EventRateLimit" is unknown'],
    [
      'an overlap of several names', {disableAdmissionPlugins: ['ResourceQuota', 'LimitRanger'], enableAdmissionPlugins: ['ResourceQuota', 'LimitRanger', 'ResourceQuota']},
      '[LimitRanger ResourceQuota] in enable-admission-plugins and disable-admission-plugins overlapped',
    ],
  ] as const) it(`keep the server from starting with ${what}`, () => expect(refusal(flags)).to.equal(`plugin : ${message}`))

  it('have valid configurations', () => {
    expect(refusal([], {EventRateLimit: {limits: [{type: 'Server', qps: -1}]}})).to.equal('validate EventRateLimit: failed to apply admission: couldn\'t init admission plugin '
      + '"EventRateLimit": [limits[0].burst: Invalid value: 0: must be positive, limits[0].qps: Invalid value: -1: must be positive]')
  })

  it('look for a configuration under their own name alone', () => {
    const definition: PluginDefinition = {name: 'toString', summary: '', kinds: [], enabledByDefault: false, create: () => ({name: 'toString', handles: () => false})}
    expect(choosePlugins([definition], {}, {})).to.deep.equal([])
    expect(choosePlugins([definition], {enableAdmissionPlugins: ['toString']}, {})).to.deep.equal([{definition, configuration: undefined}])
  })
})

describe('the names of plugins', () => {
  it('are those of Kubernetes and those of kadm', () => {
    expect(['LimitRanger', 'PodSecurity', 'Mine'].map((name) => isPluginName([], name))).to.deep.equal([true, true, false])
    const mine: PluginDefinition = {name: 'Mine', summary: '', kinds: [], create: () => ({name: 'Mine', handles: () => false})}
    expect(isPluginName([mine], 'Mine')).to.equal(true)
  })

  it('are reported where they are enabled and kadm lacks the plugin', () => {
    expect(unmodelledPlugins(admissionPlugins, {enableAdmissionPlugins: ['PodSecurity', 'LimitRanger', 'NodeRestriction', 'AlwaysAdmit', 'PodQos', 'Foo']})).to.deep.equal(['NodeRestriction', 'PodSecurity'])
    expect(unmodelledPlugins(admissionPlugins, {admissionControl: ['AlwaysDeny'], disableAdmissionPlugins: ['PodSecurity']})).to.deep.equal(['AlwaysDeny'])
    expect(unmodelledPlugins(admissionPlugins, {})).to.deep.equal([])
  })

  it('are each there once', () => expect(new Set(compiledInPlugins).size).to.equal(compiledInPlugins.length))

  it('are in the order of Kubernetes where kadm has the plugin', () => {
    const names = admissionPlugins.map(({name}) => name).filter((name) => compiledInPlugins.includes(name))
    expect(names).to.deep.equal(compiledInPlugins.filter((name) => names.includes(name)))
  })
})

describe('the end of a server', () => {
  it('is reported with its operation', () => {
    expect(new StartUpError('plugin', 'r').message).to.equal('r')
    expect(new StartUpError('exit', 'r', 'P').message).to.equal('r')
    expect(new StartUpError('read', 'r').message).to.equal('failed to apply admission: failed to read plugin config: r')
    expect(new StartUpError('decode', 'r', 'P').message).to.equal('failed to apply admission: couldn\'t init admission plugin "P": r')
    expect(invalidConfiguration('P', []).stage).to.equal('validate')
  })
})
