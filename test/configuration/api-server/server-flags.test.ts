import {expect} from 'chai'

import {readServerFlags, type ReadServerFlags} from '../../../src/configuration/api-server/server-flags.js'

const read = (...args: string[]): ReadServerFlags => readServerFlags(args.map((text, i) => ({text, steps: [i]})))

const usual = {plugins: {admissionControl: undefined, enableAdmissionPlugins: undefined, disableAdmissionPlugins: undefined}, configFile: '', allowPrivileged: false, featureGates: [], runtimeConfig: []}

describe('readServerFlags', () => {
  it('returns the defaults without any flags', () => expect(read()).to.deep.include({flags: usual, errors: []}))

  it('accepts flags with = or a space, with hyphens or underscores', () => {
    const flags = {...usual, plugins: {...usual.plugins, enableAdmissionPlugins: ['NodeRestriction'], disableAdmissionPlugins: ['LimitRanger', 'ResourceQuota']}, configFile: '/a.yaml', allowPrivileged: true}
    for (const args of [
      ['--allow-privileged=true', '--enable-admission-plugins=NodeRestriction', '--disable-admission-plugins=LimitRanger,ResourceQuota', '--admission-control-config-file=/a.yaml'],
      ['--allow-privileged', '--enable-admission-plugins', 'NodeRestriction', '--disable-admission-plugins', 'LimitRanger,ResourceQuota', '--admission-control-config-file', '/a.yaml'],
      ['--allow_privileged=T', '--enable_admission_plugins=NodeRestriction', '--disable_admission-plugins=LimitRanger,ResourceQuota', '--admission_control_config_file=/a.yaml'],
    ]) expect(read(...args)).to.deep.include({flags, errors: []})
  })

  it('appends lists, merges maps, and otherwise uses the last value', () => {
    const {flags, errors} = read(
      '--enable-admission-plugins=NodeRestriction', '--enable-admission-plugins=PodSecurity,PodQos', '--allow-privileged=true', '--allow-privileged=false',
      '--admission-control-config-file=/a', '--admission-control-config-file=/b', '--feature-gates=A=true,B=false', '--feature-gates=A=false', '--runtime-config=api/all=true', '--runtime-config=batch/v1=false',
    )
    expect(flags).to.deep.equal({
      ...usual, plugins: {...usual.plugins, enableAdmissionPlugins: ['NodeRestriction', 'PodSecurity', 'PodQos']}, configFile: '/b',
      featureGates: ['A=false', 'B=false'], runtimeConfig: ['api/all=true', 'batch/v1=false'],
    })
    expect(errors).to.deep.equal([])
  })

  it('ignores other flags, values of other flags, and arguments after --', () => {
    expect(read('--etcd-servers', '--', '--enable-admission-plugins=Foo')).to.deep.include({flags: usual, errors: []})
    expect(read('-v=2', '--foo=--enable-admission-plugins=Foo', '-enable-admission-plugins=Foo', 'enable-admission-plugins=Foo')).to.deep.include({flags: usual, errors: []})
  })

  it('accepts empty values', () => {
    expect(read('--admission-control=').flags.plugins).to.deep.equal({...usual.plugins, admissionControl: []})
    expect(read('--admission-control-config-file=/a', '--admission-control-config-file=').flags.configFile).to.equal('')
    expect(read('--feature-gates=', '--runtime-config=,')).to.deep.include({flags: usual, errors: []})
  })

  // Errors with which kube-apiserver 1.36.3 exits.
  const parse = {stage: 'parse', ruleId: 'kube-apiserver/flag-value'} as const
  const gates = {stage: 'feature-gates', ruleId: 'kube-apiserver/flag-value'} as const
  const plugins = {stage: 'validate', ruleId: 'kube-apiserver/admission-plugins'} as const
  const rejected: Readonly<Record<string, readonly [args: readonly string[], ...errors: readonly object[]]>> = {
    'a value that is not a boolean': [['--allow-privileged=yes'], {...parse, message: 'invalid argument "yes" for "--allow-privileged" flag: strconv.ParseBool: parsing "yes": invalid syntax', hint: 'write true or false', steps: [0]}],
    'a flag without a value': [['--enable-admission-plugins'], {...parse, message: 'flag needs an argument: --enable-admission-plugins', steps: [0]}],
    'feature gates without a value': [['--feature-gates=Foo'], {...gates, message: 'missing bool value for Foo', hint: 'write Foo=true or Foo=false', steps: [0]}],
    'feature gates with an invalid value': [
      ['--feature-gates=kube:A=true,PodLevelResources=maybe'],
      {...gates, message: 'invalid value of PodLevelResources=maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax', hint: 'write true or false', steps: [0]},
    ],
    'unknown plugins': [
      ['--enable-admission-plugins=PodQos,Limitranger', '--disable-admission-plugins', 'Foo'],
      {...plugins, message: 'enable-admission-plugins plugin "Limitranger" is unknown', hint: 'write "LimitRanger"', steps: [0]},
      {...plugins, message: 'disable-admission-plugins plugin "Foo" is unknown', steps: [1]},
    ],
    'removed plugins': [
      ['--enable-admission-plugins=PodSecurityPolicy'],
      {
        ...plugins, message: 'enable-admission-plugins plugin "PodSecurityPolicy" is unknown', steps: [0],
        hint: 'gone since Kubernetes 1.25: PodSecurity, which is on by default, takes its place',
      },
    ],
    'plugins in both lists': [
      ['--disable-admission-plugins=PodQos', '--enable-admission-plugins=LimitRanger,ResourceQuota', '--disable-admission-plugins=ResourceQuota'],
      {...plugins, message: '[ResourceQuota] in enable-admission-plugins and disable-admission-plugins overlapped', steps: [2], other: [1]},
    ],
    'the old flag together with the new ones': [
      ['--enable-admission-plugins=PodQos', '--admission-control=LimitRanger'],
      {...plugins, message: 'admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive', steps: [1], other: [0]},
      {
        ruleId: 'kube-apiserver/deprecated-flag', steps: [1],
        message: 'Flag --admission-control has been deprecated, Use --enable-admission-plugins or --disable-admission-plugins instead. Will be removed in a future version.',
      },
    ],
  }
  for (const [what, [args, ...errors]] of Object.entries(rejected)) it(`reports ${what}`, () => expect(read(...args).errors).to.deep.equal(errors))
})
