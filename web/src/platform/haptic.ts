/** Short tap that is felt, when a gesture reaches its point. iOS has no such function for pages. */
export function haptic(): void {
  // Browsers allow it after a tap only, and report an earlier call on the console.
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(10)
}
