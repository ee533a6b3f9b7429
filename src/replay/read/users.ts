/** Returns the user of an event with a known source and, sometimes, the manager of its fields. */
export type UserOf = (component: string, host: string, manager: string) => string

/** The usual user name of a component (spec eventratelimit 9.2). */
export const userOfComponent: UserOf = (component, host, manager) => {
  if (component === 'kubelet' && host !== '') return `system:node:${host}`
  if (component === 'kube-scheduler' || component === 'default-scheduler') return 'system:kube-scheduler'
  if (component.endsWith('-controller')) return `system:serviceaccount:kube-system:${component}`
  return manager === '' ? `unknown:${component}` : manager
}

/**
 * Returns the users of a table, and the usual ones for components that it does not have.
 *
 * @param table users by component; `*` in the name of a component matches any text. `<component>` and `<host>` in the name
 * of a user are replaced by those of the event. The first match counts
 */
export function usersOf(table: ReadonlyMap<string, string>): UserOf {
  const rows = [...table].map(([component, user]) => ({pattern: patternOf(component), user}))
  return (component, host, manager) => {
    const row = rows.find(({pattern}) => pattern.test(component))
    return row?.user.replaceAll('<component>', () => component).replaceAll('<host>', () => host) ?? userOfComponent(component, host, manager)
  }
}

const patternOf = (component: string): RegExp =>
  new RegExp(`^${component.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`, 's')
