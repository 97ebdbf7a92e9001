package budget

var ProcessorTime = processorTime
