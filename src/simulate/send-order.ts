/** The orders in which objects can be sent: that of an installation, or that of the files. */
export const sendOrders = ['install', 'files'] as const

export type SendOrder = typeof sendOrders[number]
