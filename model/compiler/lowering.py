"""How kernels become WGSL: TVM's lowering passes, without those that would place barriers or reuse shared memory.

The kernels state their own barriers. TVM's planner would add more, inside loops where they are not needed, and refuses
kernels that read and write shared memory under a condition.
"""
import tvm
from tvm import s_tir, tirx
from tvm.tirx import compilation_pipeline

NAME = "explicit_barriers"


def _passes():
    return [
        s_tir.transform.LowerInitBlock(),
        s_tir.transform.PlanAndUpdateBufferAllocationLocation(),
        s_tir.transform.ConvertBlocksToOpaque(),
        s_tir.transform.LiftThreadBinding(),
        s_tir.transform.UnifyThreadBinding(),
        s_tir.transform.LowerMatchBuffer(),
        s_tir.transform.StmtSimplify(),
        s_tir.transform.LowerOpaqueBlock(),
        tirx.transform.FlattenBuffer(),
        tirx.transform.NarrowDataType(32),
        tirx.transform.VectorizeLoop(True),
        tirx.transform.StmtSimplify(),
        tirx.transform.RemoveNoOp(),
        s_tir.transform.RewriteUnsafeSelect(),
        tirx.transform.CommonSubexprElim(),
        tirx.transform.VerifyMemory(),
        tirx.transform.AnnotateEntryFunc(),
        # A tensor that a kernel only ever reads four at a time becomes a tensor of vectors. Only while a kernel is one
        # function: later the pass leaves parameters alone, and a vector is read as four scalars.
        tirx.transform.PointerValueTypeRewrite(),
        tirx.transform.SplitHostDevice(),
        tirx.transform.MakePackedAPI(),
        # The host's half of a kernel would now insist on a tensor of vectors, which is the same memory.
        tirx.transform.SkipAssert(),
    ]


def register():
    """Makes the pipeline known to TVM under NAME."""
    _, finalize_host, finalize_device = compilation_pipeline.get_tir_pipeline("s_tir")

    def pipeline():
        @tvm.transform.module_pass(opt_level=0)
        def run(module, _context):
            return tvm.ir.transform.Sequential(_passes())(module)

        return run, finalize_host, finalize_device

    compilation_pipeline.register_tir_pipeline(NAME, pipeline)
