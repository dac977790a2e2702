// Uses the processor until it is killed, or its parent is gone.
process.once('disconnect', () => process.exit())
setImmediate(function turn() {
  for (const end = performance.now() + 50; performance.now() < end; );
  setImmediate(turn)
})
