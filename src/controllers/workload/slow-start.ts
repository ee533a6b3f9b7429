/**
 * The index after the batch that an item belongs to. Items are created in batches of 1, 2, 4 and so on, until a batch has rejections
 * (slowStartBatch).
 */
export const batchEnd = (index: number): number => 2 ** (32 - Math.clz32(index + 1)) - 1
