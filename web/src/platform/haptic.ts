/** Short vibration when a gesture reaches its threshold. iOS has no such function for web pages. */
export function haptic(): void {
  // Browsers allow vibration only after a tap, and log an error before.
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(10)
}
