// No test measures time: these only end what would never end, on a machine that has much else to do.

/** ms until what a test waits for is taken to be missing. */
export const patience = 120_000;

/** ms until a test is taken to hang. */
export const hang = 1_800_000;
