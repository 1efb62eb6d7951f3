package trim

import "strings"

// A group is functions of the runtime that this program cannot reach while it is
// sound, and why. A name stands for itself, and for what begins with it if it
// ends with a star; names are as the linker writes them in the module, with
// every character that is not a letter, a digit or a point as "_".
type group struct {
	why   string
	names string
}

// groups leave out the scavenger of free memory and its timer: without
// package time nothing seems to wake it, and a long run showed that it wakes.
//
// The names are read from Go 1.26's runtime. What is not in the module is no error: other
// toolchains have other names, and leave more in.
var groups = [...]group{
	{"a crash ends the instance, and the page makes a new one; nobody reads its text",
		`print* hexdump* __hexdumper_* dump* goroutineheader showframe* traceback* dopanic_m* fatalpanic* preprintpanics*
		crash gcDumpObject badPointer __mspan_.reportZombies bad* funcNameForPrint isExportedRuntime waitReason.String __waitReason_.String
		switchToCrashStack* lockRank.String __lockRank_.String checkdead*`},
	{"nothing starts an execution trace",
		`traceLocker.* traceAdvance* traceSync* traceWriter.* traceEventWriter.* traceStack* traceReader* traceRead* traceStopRead*
		traceRegister* traceThread* traceBuf* traceCPU* traceSpan* traceHeap* traceGoroutine* traceCompress* traceExit*
		traceClock* traceNextGen traceRelease traceAcquireEnabled __trace* unsafeTrace* makeTraceFrame* goStatusToTrace* startPCForTrace saveg
		lockRankMayTraceFlush stwReason.String`},
	{"nothing asks for a profile, a stack or the counts of goroutines",
		`__profBuf_* profIndex.* __profAtomic_* mProf_Free* stkbucket newBucket __bucket_* saveblockevent saveBlock* blockevent blocksampled
		setprofilebucket tryRecordGoroutine* doRecordGoroutine* __goroutineProfileState* makeProfStack setThreadCPUProfiler __mProfCycleHolder_.read
		__memRecordCycle_* callers* gcallers CallersFrames __Frames_* fpunwind* fpTraceback* tracefpunwindoff expandCgoFrames __Func_*
		findMaybeRunnableGoroutines findGoroutineLeaks allGsSnapshotSortedForGC __g_.isMaybeRunnable setSyncObjectsUntraceable* gcRestoreSyncObjects*`},
	{"GODEBUG is empty in a browser",
		`schedtrace* checkFinalizers* startCheckmarks* endCheckmarks setCheckmark getCheckmark runCheckmark fmtNSAsMS
		postMallocgcDebug preMallocgcDebug clobberfree __godebugInc_.* __gcWork_.flushScanStats`},
	{"there is one thread, so nothing hands a processor on, and no signal stops one",
		`reentersyscall* exitsyscall* entersyscall* syscallingThread.* handoffp startm stopm newm newm1 allocm allocm.* mexit
		lockextra unlockextra oneNewExtraM newextram addExtraM startlockedm stoplockedm startTemplateThread newosproc
		cgocall* cgoContextPCs cgoSymbolizerAvailable callCgoSymbolizer asyncPreempt2* preemptPark casGFromPreempted
		scanConservative __p_.destroy* gfpurge runqsteal runqgrab notesleep notewakeup notetsleep notetsleepg mPark`},
	{"no object has a finalizer, a cleanup or a weak pointer, and no test has a bubble",
		`freeSpecial queuefinalizer addspecial __cleanupQueue_.enqueue __cleanupQueue_.addWork __cleanupBlock_.enqueue __cleanupBlock_.take
		gcScanFinalizer gcScanCleanup getCleanupContext forEachSpecial mWeakPointer.* mgetSpecific __specialsIter_.unlinkAndNext
		__mspan_.specialFindSplicePoint __mspan_.refreshPinnerBits __mspan_.newPinnerBits __synctestBubble_.* __mspan_.setUserArenaChunkToFault*`},
	{"there is one module, so no type exists twice", `typesEqual`},
}

// keep are exceptions from the stars: they are called and answer that there is
// nothing to do.
var keep = [...]string{"traceLocker.ok"}

// never says which functions of the runtime a module does not need.
func never() func(name string) bool {
	exact, prefixes := patterns()
	for _, name := range keep {
		exact[name] = false
	}
	return func(name string) bool {
		name, ok := strings.CutPrefix(name, "runtime.")
		if !ok {
			return false
		}
		if said, ok := exact[name]; ok {
			return said
		}
		for _, p := range prefixes {
			if strings.HasPrefix(name, p) {
				return true
			}
		}
		return false
	}
}

// patterns are the names of the groups, whole ones and beginnings.
func patterns() (exact map[string]bool, prefixes []string) {
	exact = map[string]bool{}
	for _, g := range groups {
		for _, name := range strings.Fields(g.names) {
			if p, ok := strings.CutSuffix(name, "*"); ok {
				prefixes = append(prefixes, p)
			} else {
				exact[name] = true
			}
		}
	}
	return exact, prefixes
}
