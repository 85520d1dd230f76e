export function tooLong(log: string): Array<{ readonly commit: string; readonly subject: string }>;
