import {type ListedPlugin, listPlugins} from '../../src/admission/plugin-catalogue.js'
import {admissionPlugins} from '../../src/admission/plugins/index.js'
import {notice} from './rule-pages.js'

/** Returns the page about admission plugins, with the table of all plugins in their order. */
export const admissionPluginsPage = (): string => `${notice}
# Admission plugins

The admission plugins of kube-apiserver 1.36 and of kadm, in the order in which they run. Read this to see what kadm evaluates, and what
you can enable. \`kadm plugins\` prints the same list under your settings.

First each plugin can change an object or reject it. Then the API server validates the object. After that, each plugin can reject it. The
first rejection ends the request, so a plugin further up in the table decides which of several reasons is reported.

| Plugin | Default | In kadm | What it does |
|---|---|---|---|
${listPlugins(admissionPlugins).map(row).join('')}
Default states whether the plugin is on by default: on an API server, or in kadm for PodQos and MetadataPolicy, which only kadm has.
"yes" means that kadm has the plugin, and that \`--enable-admission-plugins\` and \`--disable-admission-plugins\` work as on a server
([guide](server.md)). kadm answers as if a plugin that it does not have lets everything pass.

## Differences from a server

- A node, class or namespace that is not among the given objects is unknown. Plugins that look it up do nothing then, where a server can reject the request.
- The account \`default\` exists in each namespace. ServiceAccount rejects pods with another unknown account only in namespaces of which an account is given; in others,
  \`kadm simulate\` prints a note. The token volume is named \`kube-api-access-XXXXX\`.
- NodeDeclaredFeatureValidator and PodResizeValidator need the status of the node: read it from a cluster.
- NodeRestriction applies to requests of users in the group system:nodes: \`--as\` and \`--as-group\` of \`kadm simulate\` name them, as do the library and AdmissionReviews. Its rule for
  PodCertificateRequests is missing: servers before 1.37 do not serve these objects by default.
- Tokens (\`serviceaccounts/token\`) and evictions (\`pods/eviction\`) are not served, so the rules of NodeRestriction for them are missing. The library answers such a request with
  404 (\`the server could not find the requested resource\`). A manifest of a TokenRequest or an Eviction gets the same answer as from kubectl, which finds no kind for it. kadm admits
  AdmissionReviews of both.
- Approvals, signatures and attestations are answered as for a user of the group system:masters: a server can reject those of other users.
- Nodes that were not read from a cluster become ready: DaemonSets have pods there in spite of the taint that TaintNodesByCondition adds.
- With \`--kubernetes-version\`, kadm runs no plugin that the version does not have.
`

const row = ({name, summary, state, isDefault, reason = ''}: ListedPlugin): string =>
  `| ${name} | ${isDefault ? 'on' : 'off'} | ${state === 'absent' ? `no: ${reason.replace(/^[A-Z]/, (first) => first.toLowerCase()).replace(/\.$/, '')}` : 'yes'} | ${summary} |\n`
