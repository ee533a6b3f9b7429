/** The orders in which the objects of files can be sent: as an installation sends kinds, or as they stand in the files. */
export const sendOrders = ['install', 'files'] as const

export type SendOrder = typeof sendOrders[number]
