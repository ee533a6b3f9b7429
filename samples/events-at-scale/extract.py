"""Extracts audit logs with Apache Spark: spark-submit extract.py LOGS EXTRACTS

LOGS is what SparkContext.textFile reads: files, globs and folders of HDFS, S3 and others, compressed or not. EXTRACTS is the folder to write
an extract for each partition to. kadm and Node.js must be on the executors, where the PATH of the driver finds them.
"""
import os
import sys

from pyspark.sql import SparkSession

logs, extracts = sys.argv[1:]
context = SparkSession.builder.appName("kadm events").getOrCreate().sparkContext
# A partition is a stretch of a log. checkCode fails the task when kadm cannot read all lines.
lines = context.textFile(logs).pipe("kadm events -", env={"PATH": os.environ["PATH"]}, checkCode=True)
lines.saveAsTextFile(extracts, compressionCodecClass="org.apache.hadoop.io.compress.GzipCodec")
